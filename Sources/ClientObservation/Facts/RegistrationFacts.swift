/// What a provider has registered a client with (RFC 7591 §3.2.1).
struct RegistrationFacts: Sendable {
    var client: String
    /// How the client authenticates itself; Basic where the answer leaves it out (RFC 7591 §2).
    var authentication: String
    /// Where the client may be sent back to, by ``RegistrationFacts/id(ofRedirect:)``.
    var redirects: Set<SecretID>
    /// How these are shown.
    var redirectTexts: Set<String>
    /// `nil` where the answer does not say.
    var grants: Set<String>?
    var scope: Set<String>?
}
