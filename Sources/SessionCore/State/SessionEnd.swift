/// Why there is no session; new cases may come with any version.
@nonexhaustive
public enum SessionEnd: Sendable, Hashable {
    /// The store held no session when this one was configured.
    case noStoredSession
    /// The user signed out.
    case signedOut
    /// An API answered 401 to a fresh token, or to any under ``UnauthorizedPolicy/forceLogout``.
    case forcedOut(request: String)
    /// The provider's userinfo endpoint answered 401 after a refresh.
    case userInfoRejected
    /// The provider rejected the refresh token: once with `invalid_grant` or the demand of a sign-in, or twice in other
    /// words while the access token did not work either.
    case refreshRejected(RefreshRefusal)
    /// The provider has ended the session, and said so by its back channel before any token was rejected (OpenID
    /// Connect Back-Channel Logout 1.0).
    case loggedOutByProvider
    /// The access token has expired and there is no refresh token to renew it with.
    case expiredWithoutRefreshToken
    /// Another process that shares the store signed out.
    case otherProcess
    /// The stored record was lost or damaged while the session ran.
    case storeLost
    /// The store holds a session that is not this client's; it is left as it is until a sign-in replaces it.
    case foreignRecord(ForeignRecord)
}

extension SessionEnd {
    /// Whether the session was ended against the user's will.
    public var isForced: Bool {
        switch self {
        case .noStoredSession, .signedOut, .otherProcess, .foreignRecord: false
        case .forcedOut, .userInfoRejected, .refreshRejected, .loggedOutByProvider, .expiredWithoutRefreshToken,
            .storeLost:
            true
        }
    }
}
