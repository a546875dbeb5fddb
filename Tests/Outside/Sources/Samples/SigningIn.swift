import FoundationEssentials
import LoopbackRedirect
import SessionCore

/// Signs in with a browser on this machine.
func signInByBrowser(_ session: Session, opening open: @escaping @Sendable (URL) -> Void) async throws {
    try await session.signIn(AuthorizationCodeFlow(receivers: [LoopbackRedirect()]) { url in open(url) })
}

/// Signs in a user of a web server: the route of `callback` pastes its URL into the redirect.
func beginSignIn(
    of session: Session, callback: URL, sendBrowser: @escaping @Sendable (URL) async -> Void
) -> (redirect: PastedRedirect, signIn: Task<Void, any Error>) {
    let redirect = PastedRedirect(redirectURI: callback)
    let flow = AuthorizationCodeFlow(receivers: [redirect], present: sendBrowser)
    return (redirect, Task { try await session.signIn(flow) })
}

/// Signs in with a user name and a password, where the provider offers that to this client.
func signIn(_ session: Session, as username: String, password: Secret) async throws {
    try await session.signIn(PasswordFlow(username: username, password: password))
}
