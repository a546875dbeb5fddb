import FoundationEssentials
import Recordings
import SessionCore

/// What `token --json` prints of a token in place of itself.
struct TokenReport: RecordedByMembers {
    let fingerprint: Fingerprint
    let expiresAt: Date?
    /// In whole seconds.
    let expiresIn: Int?
    /// Of the session's own token.
    let generation: Int?
    /// Of a token that was exchanged, as the provider named it.
    let scope: [String]?
    let issuedTokenType: String?

    static let members = Members(
        Self.init(fingerprint:expiresAt:expiresIn:generation:scope:issuedTokenType:),
        .needed("fingerprint", \.fingerprint), .optional("expires_at", \.expiresAt),
        .optional("expires_in", \.expiresIn), .optional("generation", \.generation), .optional("scope", \.scope),
        .optional("issued_token_type", \.issuedTokenType))
}

extension TokenReport {
    init(_ token: AccessToken) {
        self.init(
            fingerprint: token.fingerprint, expiresAt: token.expiresAt,
            expiresIn: token.expiresAt?.wholeSeconds(after: Date()), generation: token.generation, scope: nil,
            issuedTokenType: nil)
    }

    init(_ response: TokenResponse, expiresAt: Date?) {
        self.init(
            fingerprint: response.accessToken.fingerprint, expiresAt: expiresAt,
            expiresIn: expiresAt?.wholeSeconds(after: Date()), generation: nil, scope: response.scope,
            issuedTokenType: response.issuedTokenType)
    }
}

extension Date {
    /// The whole seconds since another time, rounded down.
    func wholeSeconds(after start: Date) -> Int { Int(timeIntervalSince(start).rounded(.down)) }
}
