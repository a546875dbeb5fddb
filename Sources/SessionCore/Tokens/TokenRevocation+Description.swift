extension TokenRevocation: CustomStringConvertible {
    /// The token and what became of its revocation, for logs: `refresh_token 6b1f: revoked`.
    public var description: String { "\(kind.rawValue) \(token): \(outcome)" }
}

extension TokenRevocation.Outcome: CustomStringConvertible {
    /// The provider's answer, and the error where there is one.
    public var description: String {
        switch self {
        case .revoked: "revoked"
        case .notOffered: "not revoked, because the provider offers no revocation"
        case .refused(let error): "not revoked: \(error)"
        case .pending(let error): "to be revoked later: \(error)"
        }
    }
}
