import HostSystem
import MCPBridge
import SessionCore

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
            one counts. Nothing in a message changes where it goes. Redirects are not
            followed. A call that the host cancels is cancelled, a stream that breaks off is
            resumed, and an MCP session that the server has forgotten is begun anew. At the
            end of standard input the MCP session ends.

            Without a session the command answers the host itself: it has no tools, and its
            instructions name the command that signs in, as standard error does. Once there
            is a session the host is told that the tools have changed. --sign-in opens the
            browser, once. After the session's end calls are answered with an error that
            says why, until it is signed in again.

            A server may be silent for five minutes during a call, or for --timeout. A line
            longer than 8 MiB and an answer larger than 16 MiB are errors.
            """,
        example: "session-console mcp https://mcp.example.com/mcp",
        options: [.signInOnce] + Option.alarm + [.logoutPort],
        takesProvider: true,
        operands: 0...1,
        run: { context in
            let (context, url) = try context.bridged()
            let silence = try context.settingValues().duration(.timeout)
            return try await CommandSession.open(context, isLive: true) { opened in
                let server = BridgeServer(context, opened, to: try url ?? opened.settings.requiredAPI())
                try await server.run(silence: silence)
                return .done
            }
        })
}
