import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// `login`: signs in and keeps the session for the other commands.
extension Command {
    static let login = Command(
        name: "login",
        summary: "sign in and keep the session for the other commands",
        usage: "[--flow FLOW] [OPTIONS] [URL]",
        details: """
            code      prints the authorization URL, opens a browser if there is one, and
                      waits for the redirect to this machine. You can paste the redirect's
                      address instead.
            device    prints a link and a code for any other device.
            password  asks for the password of --username without echo, or reads it with
                      --password-stdin.
            import    reads a token response (RFC 6749 §5.1) from standard input.
            client-credentials signs in as the client itself.
            jwt-bearer, token-exchange send the token of --token-file (RFC 7523, RFC
                      8693). The file is read again whenever the session is renewed.

            With the URL of a protected resource, for example an MCP server, the command
            finds the rest: the resource's metadata (RFC 9728), its authorization server
            (RFC 8414) and a client, which it registers there if necessary (RFC 7591). Each
            step is a line on standard error. The new profile has the name of the URL's
            host, or the one of --profile. Before it registers a client, the command asks
            you to confirm the issuer, unless --issuer names it. A resource that asks for no
            token is signed in to where its metadata or --issuer name an issuer. Then it is
            called; if it refuses the new token, the exit status is 25, and the audience and
            scope of the token, of the resource and of the request are printed.

            With --json the first line is, for code and for device:
            \(AuthorizationLink.shape.lines)
            \(DeviceLink.shape.lines)
            and the last line is the output of 'status --json'.
            """,
        example: """
            session-console login --issuer https://id.example.com --client-id cli \\
                --flow device
            """,
        options: Option.signIn + Option.discovery + Option.session,
        takesProvider: true,
        operands: 0...1,
        run: { context in
            var (context, server): (CommandContext, DiscoveredServer?) = (context, nil)
            if let url = context.operands.first {
                guard let found = try await context.forResource(url) else { return .done }
                (context, server) = found
            }
            let flow = try context.signInFlow()
            return try await CommandSession.open(context, isLive: true) { [context, server] opened in
                try await SignIn(context: context, settings: opened.settings).run(flow, in: opened.session)
                let status = await opened.session.status
                if context.printsJSON {
                    try context.output.json(StatusReport(status, opened.settings, now: Date()).recorded)
                } else {
                    tell(status, opened)
                }
                guard let server,
                    let refusal = await FirstCall(context: context, opened: opened, server: server).send()
                else { return .done }
                context.output.failure(refusal)
                return refusal.status
            }
        })

    private static func tell(_ status: SessionStatus, _ opened: CommandSession) {
        let who = status.subject.map { " as \($0)" } ?? ""
        let end = status.accessToken.map { "; access token: \($0.expiry.words(now: Date()))" } ?? ""
        opened.tell("Signed in\(who)\(end).")
        let scope = ScopeText(status)
        if let granted = scope.grantedWords, let asked = scope.askedWords {
            opened.tell("Scope: \(granted); asked for: \(asked).")
        }
        for note in status.scopeNotes { opened.tell(note.capitalizedSentence) }
        if opened.settings.store == .memory {
            opened.tell("The session ends with this command, because --store memory keeps nothing.")
        }
    }
}
