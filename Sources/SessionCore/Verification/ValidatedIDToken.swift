public import FoundationEssentials

/// An ID token whose claims passed every check of OpenID Connect Core §3.1.3.7 that applied, with its signature's
/// trust.
public struct ValidatedIDToken: Sendable, Hashable {
    /// The token as received.
    public let token: Secret
    /// ``TokenTrust/verified(algorithm:keyID:)`` or ``TokenTrust/notChecked(_:)``: one that fails is never returned.
    public let trust: TokenTrust
    /// The `iss` claim: the configured issuer, byte by byte.
    public let issuer: String
    /// The `sub` claim: the user's identifier at this issuer.
    public let subject: String
    /// The `exp` claim, by the provider's clock.
    public let expiresAt: Date
    /// When the person signed in, where the provider says so.
    public let authenticatedAt: Date?

    /// Creates a token, for tests and for flows of your own; nothing is checked here.
    public init(
        token: Secret, trust: TokenTrust, issuer: String, subject: String, expiresAt: Date, authenticatedAt: Date?
    ) {
        self.token = token
        self.trust = trust
        self.issuer = issuer
        self.subject = subject
        self.expiresAt = expiresAt
        self.authenticatedAt = authenticatedAt
    }
}
