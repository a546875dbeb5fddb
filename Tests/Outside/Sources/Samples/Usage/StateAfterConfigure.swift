import SessionCore

/// Restores the session when the program starts, and says what came of it.
func restore(_ session: Session) async -> String {
    do {
        try await session.configure()
    } catch {
        return "not configured: \(error)"
    }
    return switch await session.state {
    case .authenticated: "signed in, as far as this machine knows"
    case .noSession(let end): "signed out: \(end)"
    case .unknown: "unknown"
    }
}

/// Asks the provider whether the session is still alive; the state is up to date afterwards.
func verify(_ session: Session) async throws -> UserInfo? {
    guard await session.isAuthenticated else { return nil }
    do {
        return try await session.fetchUserInfo()
    } catch SessionError.sessionExpired {
        return nil
    }
}
