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
            session, if there is one, prints its link, and waits up to a minute for the
            browser to come back to the redirect URI, which must be registered as one of
            the client's post_logout_redirect_uris. A browser that comes back is sent on to
            a sign-in without a page (prompt=none): where that needs a login, the session
            there has ended, and the next sign-in is like a first one. After any other
            sign-out, the next sign-in asks for a login again, unless --prompt says
            otherwise. The page may ask first or show an error; ctrl-c ends the wait.

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
                let visit = isBrowserAsked ? try await endSessionVisit(opened) : nil
                let revocations: [TokenRevocation]
                do throws(SessionError) {
                    revocations = try await opened.session.signOut(force: context.invocation.contains(.force))
                } catch {
                    var failure = CommandFailure(error, in: Situation(call: opened.settings.call, isSignedIn: true))
                    failure.advice =
                        "The session is kept. To end it here in any case: \(opened.settings.call("logout", "--force"))"
                    throw failure
                }
                if !context.printsJSON { opened.tell(SignOutText(revocations).sentence) }
                var outcome: EndSessionVisit.Outcome?
                if let visit { outcome = try await run(visit, context, opened) }
                if context.printsJSON {
                    try context.output.json(LogoutReport(revocations, visit?.page, outcome).recorded)
                }
                return .done
            }
        })

    /// The page that ends the provider's own session; its address needs the ID token, which the sign-out deletes.
    private static func endSessionVisit(_ opened: CommandSession) async throws -> EndSessionVisit? {
        do throws(SessionError) {
            return try await opened.session.endSessionVisit()
        } catch .unsupported {
            opened.tell("The provider has no end session endpoint, so its own session in the browser goes on.")
            return nil
        } catch {
            opened.tell("The provider's end session endpoint is not known (\(error)), so its own session goes on.")
            return nil
        }
    }

    private static func run(
        _ visit: EndSessionVisit, _ context: CommandContext, _ opened: CommandSession
    ) async throws -> EndSessionVisit.Outcome {
        if !context.printsJSON {
            opened.tell("The page that ends the provider's own session:")
            try context.output.line(visit.page.absoluteString)
        }
        let outcome = await opened.session.run(visit, opened.settings.signOutReceiver) { url in
            await Browser.open(url.absoluteString, environment: context.environment)
        } awaiting: {
            guard !context.printsJSON else { return }
            opened.tell("A browser has opened it, and is waited for up to a minute; ctrl-c ends the wait.")
        }
        guard !context.printsJSON else { return outcome }
        for clause in [outcome.fact, outcome.advice] {
            if let clause { opened.tell(clause.capitalizedSentence) }
        }
        return outcome
    }
}
