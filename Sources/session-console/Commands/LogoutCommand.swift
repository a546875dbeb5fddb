import ConsoleApp
import FoundationEssentials
import Recordings
import SessionCore

/// `logout`: ends the session, here and at the provider.
extension Command {
    static let logout = Command(
        name: "logout",
        summary: "end the session, here and at the provider",
        usage: "[--force] [--browser]",
        details: """
            The command revokes both tokens at the provider, the refresh token first. If
            the provider can't be reached, the session is kept and the exit status is 5.
            With --force the session ends here at once in any case, and the tokens are
            revoked later: by the next command that reaches the provider, or by another
            logout.

            If the provider refuses or has no revocation endpoint, the session ends here
            only, and the command says so.
            With --browser the command also opens the page that ends the provider's own
            session, if there is one, and prints its link. The page may ask first or show
            an error: whether that session has ended is not known here. The next sign-in
            asks for a login again, unless --prompt says otherwise.

            With --json, where what does not apply is left out:
            \(LogoutReport.shape.lines)
            """,
        example: "session-console logout --force",
        options: [.force, .browser] + Option.session,
        takesProvider: true,
        run: { context in
            try await CommandSession.open(context) { opened in
                if await !opened.session.state.isAuthenticated { await opened.sendOwedRevocations() }
                try await opened.requireSession()
                let isBrowserAsked = context.invocation.contains(.browser)
                let page = isBrowserAsked ? try await endSessionPage(opened) : nil
                let revocations: [TokenRevocation]
                do throws(SessionError) {
                    revocations = try await opened.session.signOut(force: context.invocation.contains(.force))
                } catch {
                    var failure = CommandFailure(error, in: Situation(call: opened.settings.call, isSignedIn: true))
                    failure.advice =
                        "The session is kept. To end it here in any case: \(opened.settings.call("logout", "--force"))"
                    throw failure
                }
                if context.printsJSON {
                    try context.output.json(LogoutReport(revocations, page).recorded)
                } else {
                    opened.tell(SignOutText(revocations).sentence)
                }
                if let page { try await show(page, context, opened) }
                return .done
            }
        })

    /// The page that ends the provider's own session; its address needs the ID token, which the sign-out deletes.
    private static func endSessionPage(_ opened: CommandSession) async throws -> URL? {
        do throws(SessionError) {
            return try await opened.session.endSessionURL()
        } catch .unsupported {
            opened.tell("The provider has no end session endpoint, so its own session in the browser goes on.")
            return nil
        } catch {
            opened.tell("The provider's end session endpoint is not known (\(error)), so its own session goes on.")
            return nil
        }
    }

    private static func show(_ page: URL, _ context: CommandContext, _ opened: CommandSession) async throws {
        let isOpened = await Browser.open(page.absoluteString, environment: context.environment)
        guard !context.printsJSON else { return }
        opened.tell(
            isOpened
                ? "A browser has opened the page that ends the provider's own session:"
                : "To end the provider's own session, open:")
        try context.output.line(page.absoluteString)
        opened.tell(EndSessionOpening.uncertainty.capitalizedSentence)
    }
}
