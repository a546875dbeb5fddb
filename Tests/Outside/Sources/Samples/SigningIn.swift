import FoundationEssentials
import LoopbackRedirect
import SessionCore

/// Signs in with a browser on this machine.
func signInByBrowser(_ session: Session, opening open: @escaping @Sendable (URL) -> Void) async throws {
    try await session.signIn(AuthorizationCodeFlow(receivers: [LoopbackRedirect()]) { url in open(url) })
}

/// Signs in with a user name and a password, where the provider offers that to this client.
func signIn(_ session: Session, as username: String, password: Secret) async throws {
    try await session.signIn(PasswordFlow(username: username, password: password))
}
