/// What a session knows about itself.
public enum SessionState: Sendable, Hashable {
    /// Nothing: ``Session/configure()`` has not succeeded yet, or the store can't be read.
    case unknown
    /// There is no session, and why.
    case noSession(SessionEnd)
    /// There is a session. Local knowledge until the provider or an API confirmed it: see ``SessionStatus/verifiedAt``.
    case authenticated(SessionStart)

    /// Whether there is a session, as far as this process knows; `false` while the state is unknown.
    public var isAuthenticated: Bool {
        if case .authenticated = self { true } else { false }
    }
}

/// How the present session came to be.
public enum SessionStart: Sendable, Hashable {
    /// Read from the store when the session was configured.
    case restored
    /// Begun here, by the sign-in flow of this name.
    case signedIn(flow: String)
    /// Begun by another process that shares the store.
    case otherProcess
}

/// Why there is no session.
public enum SessionEnd: Sendable, Hashable {
    /// The store held no session when this one was configured.
    case noStoredSession
    /// The user signed out.
    case signedOut
    /// An API answered 401 to a request although its token was fresh, or the policy is to believe it at once.
    case forcedOut(request: String)
    /// The provider's userinfo endpoint answered 401 after a refresh.
    case userInfoRejected
    /// The provider rejected the refresh token: once with `invalid_grant`, or twice without saying that while the
    /// access token was of no use either.
    case refreshRejected(RefreshRefusal)
    /// The access token has expired and there is no refresh token to renew it with.
    case expiredWithoutRefreshToken
    /// Another process that shares the store signed out.
    case otherProcess
    /// The stored record was lost or damaged while the session ran.
    case storeLost
    /// The store holds a session that is not this client's; it is left as it is until a sign-in replaces it.
    case foreignRecord(ForeignRecord)
}
