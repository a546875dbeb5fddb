/// What a session knows about itself.
///
/// A state is compared with `isAuthenticated`, because ``authenticated(_:)`` says how the session began:
/// `if await session.isAuthenticated`, where another library has `state == .authenticated`.
public enum SessionState: Sendable, Hashable {
    /// Nothing: ``Session/configure()`` has not succeeded yet, or the store can't be read.
    case unknown
    /// There is no session, for this reason.
    case noSession(SessionEnd)
    /// There is a session, as far as this process knows: ``SessionStatus/verifiedAt`` says whether a server confirmed
    /// it.
    case authenticated(SessionStart)

    /// Whether there is a session, as far as this process knows; `false` while the state is unknown.
    public var isAuthenticated: Bool {
        if case .authenticated = self { true } else { false }
    }
}

/// How the current session began.
public enum SessionStart: Sendable, Hashable {
    /// Read from the store when the session was configured.
    case restored
    /// Begun here, by the sign-in flow of this name.
    case signedIn(flow: String)
    /// Begun by another process that shares the store.
    case otherProcess
}
