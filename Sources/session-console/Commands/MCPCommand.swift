/// `mcp`: a server of MCP by HTTP, for a host that starts it.
extension Command {
    static let mcp = Command(
        name: "mcp",
        summary: "be an MCP server on standard input, with the session's token",
        usage: "[--sign-in] [URL|PROFILE]",
        details: """
            A host starts the command and talks to it in lines; each message goes to the
            server of the profile's --api by HTTP, with the session's token or a DPoP proof,
            and what the server sends comes back as lines. All bridges of a profile share
            one refresh; after a 401 the token is renewed, and the message is sent again.
            The host never sees a token.

            URL is an --api of a profile or lies below one; without it the profile's first
            one counts. Where no profile has the URL, the command waits for one: 'login URL'
            makes it. So does --sign-in, with --issuer, since nobody here can be asked.

            Nothing in a message changes where it goes. Redirects are not followed. A call
            that the host cancels is cancelled, a stream that breaks off is resumed, and an
            MCP session that the server has forgotten is begun anew. At the end of standard
            input calls under way are answered, as long as somebody reads, and the MCP
            session ends.

            Without a session the command answers the host itself: it has no tools, and its
            instructions name the command that signs in, as standard error does. Once there
            is a session the host is told that the tools have changed. --sign-in opens the
            browser, once. After the session's end calls are answered with an error that
            says why, until it is signed in again.

            A server may be silent for five minutes during a call, or for --timeout. A line
            longer than 4 MiB and an answer larger than 16 MiB are errors.
            """,
        example: "session-console mcp https://mcp.example.com/mcp",
        options: [.signInOnce] + Option.discovery + [.record] + Option.alarm + [.logoutPort],
        takesProvider: true,
        operands: 0...1,
        run: { context in
            switch try context.bridgePlace() {
            case .profile(let context, let url):
                let target = try url ?? context.settings().requiredAPI()
                let silence = try context.settingValues().duration(.timeout)
                return try await context.serve(BridgedHost(context.output, to: target, absence: "", silence: silence))
            case .unknown(let url, let absence):
                let silence = try context.commandLine.duration(.timeout)
                let host = BridgedHost(context.output, to: url, absence: absence.sentences, silence: silence)
                host.tell(absence.sentences)
                if let found = await UnknownServer(context: context, url: url, host: host).profile() {
                    return try await found.serve(host)
                }
                await host.end()
                return .done
            }
        })
}

extension CommandContext {
    /// Serves a host with the session of the profile.
    fileprivate func serve(_ host: BridgedHost) async throws -> ExitStatus {
        try await CommandSession.open(self, isLive: true) { opened in
            await BridgeServer(self, opened, for: host).run()
            return .done
        }
    }
}
