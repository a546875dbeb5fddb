import JOSE
import SessionCore

/// `logout`: ends the session, here and at the provider.
extension Command {
    static let logout = Command(
        name: "logout",
        summary: "end the session, here and at the provider",
        usage: "[--force]",
        details: """
            The provider is asked to revoke the tokens first; where it can't be told, the session is kept and the exit
            status is 5. With --force the session ends here in any case, at once, and the provider is told later: by the
            next command that speaks to it, or by another logout.

            With --json: {"signed_out": true, "revoked": true|false}.
            """,
        example: "session-console logout --force",
        options: [.force, .json],
        takesProvider: true,
        run: { context in
            try await CommandSession.open(context) { opened in
                if await !opened.session.state.isAuthenticated, await opened.session.sendPendingRevocations() {
                    opened.tell("The provider has now been told of the session that was ended without it.")
                }
                try await opened.requireSession()
                do throws(SessionError) {
                    try await opened.session.signOut(force: context.invocation.contains(.force))
                } catch {
                    var failure = CommandFailure(error)
                    failure.advice = "The session is kept. To end it here in any case: session-console logout --force"
                    throw failure
                }
                let isRevoked = opened.session.recentEvents.contains { event in
                    if case .revoked = event.kind { true } else { false }
                }
                if context.printsJSON {
                    try context.output.json(["signed_out": true, "revoked": .bool(isRevoked)])
                } else {
                    opened.tell(isRevoked ? "Signed out, and the tokens are revoked." : "Signed out.")
                }
                return .done
            }
        })
}
