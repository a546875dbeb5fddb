/// An ID token that failed a check, kept so that its claims can be looked at.
public struct RejectedIDToken: Sendable, Hashable {
    /// As it was received: it may be expired, forged, of another client, or no token at all.
    public let token: Secret
    /// The check that failed, and what was found.
    public let reason: String

    /// Creates a rejected token, for displays and tests.
    public init(token: Secret, reason: String) {
        self.token = token
        self.reason = reason
    }
}
