/// An ID token that failed a check, kept so that its claims can be looked at.
public struct RejectedIDToken: Sendable, Hashable {
    /// As it was received: it may be expired, forged, of another client, or no token at all.
    public let token: Secret
    /// The check that failed, and what was found.
    public let reason: String
    /// The token's short public name.
    public let fingerprint: Fingerprint

    /// Creates a rejected token, for displays and tests.
    public init(token: Secret, reason: String) {
        self.token = token
        self.reason = reason
        fingerprint = token.fingerprint
    }

    /// Creates a rejected token that is not whole any more: `token` may be without its signature.
    package init(keeping token: Secret, fingerprint: Fingerprint, reason: String) {
        self.token = token
        self.reason = reason
        self.fingerprint = fingerprint
    }
}
