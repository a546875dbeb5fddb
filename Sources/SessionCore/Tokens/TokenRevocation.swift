/// The result of a request to revoke one token (RFC 7009).
public struct TokenRevocation: Sendable, Hashable {
    /// Which token it is; the raw value is the `token_type_hint` of RFC 7009 §2.1.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The access token.
        case access = "access_token"
        /// The refresh token.
        case refresh = "refresh_token"
    }

    /// What the provider answered, and so how long the token lives.
    public enum Outcome: Sendable, Hashable {
        /// The provider has revoked the token, or did not know it.
        case revoked
        /// The provider has no revocation endpoint: the token lives until it expires.
        case notOffered
        /// The provider refused, which asking again won't change: the token lives until it expires.
        case refused(SessionError)
        /// The revocation failed, and may succeed later; the token is kept in the store and revoked then.
        case pending(SessionError)
    }

    /// Which of the session's two tokens was to be revoked.
    public let kind: Kind
    /// The token's fingerprint, as events and ``SessionStatus`` name it.
    public let token: Fingerprint
    /// The provider's answer; final unless it is ``Outcome/pending(_:)``.
    public let outcome: Outcome

    /// Creates a result, for tests and displays; ``Session/signOut(force:)`` returns those of a session.
    public init(kind: Kind, token: Fingerprint, outcome: Outcome) {
        self.kind = kind
        self.token = token
        self.outcome = outcome
    }
}

extension TokenRevocation.Outcome {
    /// The outcome of a request to the revocation endpoint.
    init(_ result: Result<Void, SessionError>) {
        self =
            switch result {
            case .success: .revoked
            case .failure(.unsupported): .notOffered
            case .failure(let error): error.settlesRevocation ? .refused(error) : .pending(error)
            }
    }

    /// Whether another request would change nothing.
    var isSettled: Bool {
        if case .pending = self { false } else { true }
    }
}

extension SessionError {
    /// Whether the provider revokes no tokens of that kind (RFC 7009 §2.2.1): many revoke refresh tokens only.
    package var isOfUnsupportedTokenType: Bool {
        if case .refused(let error, during: .revocation) = self {
            error.code == "unsupported_token_type"
        } else {
            false
        }
    }

    /// Whether the provider has refused to revoke the token.
    ///
    /// Some providers let public clients revoke nothing and say so with a bare 401, where RFC 7009 §2.2.1 has an
    /// OAuth error.
    fileprivate var settlesRevocation: Bool {
        switch self {
        case .refused: true
        case .server(let status, during: .revocation, _, _): StatusMeaning(status) == .refusal
        default: false
        }
    }
}
