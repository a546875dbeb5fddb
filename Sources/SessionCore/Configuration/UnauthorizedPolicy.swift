/// How the session handles a 401 to a request that carried its access token.
public enum UnauthorizedPolicy: String, Sendable, Hashable, CaseIterable {
    /// One refresh and one retry; when a token fresh from the provider is rejected too, the session ends.
    case refreshThenForceLogout = "refresh"
    /// The session ends at once. One that needs no person to begin anew (``RepeatableSignInFlow``) is kept, as under
    /// ``refreshThenForceLogout``.
    case forceLogout = "logout"
    /// Nothing changes; the answer goes to the caller.
    case report
}
