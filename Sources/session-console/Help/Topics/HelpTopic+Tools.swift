extension HelpTopic {
    static let tools = HelpTopic(
        name: "tools",
        summary: "how agents and tools of this machine share one session, and what they see of its end",
        parts: {
            [
                .paragraph(
                    """
                    One process signs in, and every tool uses the session: each of these commands reads it from the \
                    store and refreshes under its lock, so that many tools at one expiry are one refresh. No tool has \
                    the refresh token.
                    """),
                .heading("Which one"),
                .table([
                    ("mcp", "A client of MCP, which starts its servers. It never sees a token."),
                    ("proxy", "A program whose base URL can be set. It never sees a token."),
                    (
                        "proxy -- COMMAND",
                        "Any program that follows the proxy variables, with its own URLs. It never sees a token."
                    ),
                    ("credential git", "git, which asks for a token whenever it needs one."),
                    ("credential docker", "docker, podman and others with helpers of docker's kind."),
                    ("credential cargo, keyring", "cargo; pip and uv."),
                    ("exec", "A program that reads a token once, from its environment."),
                    (
                        "token",
                        "A script, rclone; its formats are for kubectl, curl and others. 'setup' prints the lines."
                    ),
                ]),
                .heading("At an expiry"),
                .table([
                    (
                        "mcp, proxy",
                        "The token is renewed before it ends, or after a 401, and the message is sent again. "
                            + "The tool notices nothing."
                    ),
                    ("credential, token", "The next question is answered with a new token."),
                    ("exec", "The program keeps the token that it was given: start it anew."),
                ]),
                .heading("At a forced logout"),
                .table([
                    (
                        "mcp",
                        "Each call is answered with an error that says why and names the command that signs in. "
                            + "After the sign-in the next call succeeds, and the host is told that the tools have "
                            + "changed. A host that starts without a session finds no tools, and reads that command."
                    ),
                    (
                        "proxy",
                        "Requests are answered 401, until it is signed in again. Without a session 'proxy -- COMMAND' "
                            + "does not start COMMAND: it ends with status 4 or 3."
                    ),
                    ("credential git", "git is told to stop, and asks for no password."),
                    (
                        "credential docker, cargo, keyring",
                        "The tool says why, on standard error or as its own error, and goes on without a token if it "
                            + "does so."
                    ),
                    ("exec, token", "They end with status 4, or 3 where there was no session."),
                ]),
                .paragraph(
                    """
                    Each call of 'mcp' and 'proxy', and each token that a program is given, is an event of the \
                    session, with the process that it is for: 'events --follow' prints them, and the console's Flow \
                    shows them. 'status --all' and ':sessions' list who uses each session now. \
                    'proxy --cut-off PROCESS', or c in ':sessions' and ':proxy', refuses one the session as long as \
                    it runs: at proxies, bridges and helpers.
                    """),
                .sample(commands),
            ]
        })

    private static let commands = """
        session-console login https://mcp.example.com/mcp
        session-console setup mcp --profile mcp.example.com
        """
}
