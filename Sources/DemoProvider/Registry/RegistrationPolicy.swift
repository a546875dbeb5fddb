/// Who may register a client (RFC 7591 §3).
package enum RegistrationPolicy: String, Sendable, Hashable, CaseIterable {
    case open
    /// Who has the initial access token.
    case token
    /// Nobody, and the metadata names no endpoint.
    case closed
}
