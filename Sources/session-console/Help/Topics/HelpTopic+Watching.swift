import Interception

extension HelpTopic {
    static let watching = HelpTopic(
        name: "watching",
        summary: "what 'watch' sees of a program, by its runtime, and what passes it by",
        parts: {
            [
                .paragraph(
                    """
                    'watch -- COMMAND' starts COMMAND with a proxy in its environment, and with the certificate of an \
                    authority that lives as long as the run. What COMMAND and the programs that it starts send through \
                    that proxy is judged. Nothing is installed, and no other program trusts that authority.
                    """),
                .sample(watchCommands),
                .heading("Seen"),
                .paragraph(
                    """
                    Messages to the hosts of '--issuer', '--api' and '--host', or to every host until its messages \
                    show that they have to do with no session. '--tunnel' passes a host unopened. Token traffic is \
                    known by what it has: a form, JSON or a query; a standard answer, one in a form, or one whose \
                    tokens are a level down. What looks like a token request and can't be read is a finding of its own.
                    """),
                .heading("Not seen"),
                .paragraph(
                    """
                    A browser that is not started by COMMAND: the rules about authorization requests are undecided \
                    then. A program that asks for HTTP/2 alone, such as gRPC, or that has its server's key built in: \
                    a notice names it. Frames of a WebSocket after its handshake. A program that uses no proxy: where \
                    nothing of a watched host came, 'watch' ends with status 24.
                    """),
                .heading("By runtime"),
                .table(Runtime.all.map { ($0.name, meaning(of: $0)) } + [gRPC]),
            ]
        })

    private static func meaning(of runtime: Runtime) -> String {
        let seen = runtime.seen.map { "Seen with \($0)." } ?? "Documented, not tried."
        return "\(NoticeText.proxy(runtime)) \(NoticeText.trust(runtime)) \(seen)"
    }

    private static let gRPC = (
        name: "gRPC",
        meaning: """
        gRPC follows the proxy variables and speaks HTTP/2 alone, which a watch refuses, with a notice: pass its \
        host by '--tunnel'. Seen with Python's grpcio 1.85.
        """
    )

    private static let watchCommands = """
        session-console watch --issuer https://id.example.com -- npm test
        session-console watch --format tap --expect 'no reuses' -- ./client
        session-console watch --from session.har
        """
}
