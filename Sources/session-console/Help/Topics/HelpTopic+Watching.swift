import ClientObservation
import ConsoleApp
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
                    Pages of a browser and their answers, such as the code's way back, unless the browser is the \
                    watch's own: the rules about these are undecided. A program that asks for HTTP/2 alone, \
                    such as gRPC, or that knows its server's key: a \
                    notice names it. Frames of a WebSocket after its handshake. A program that uses no proxy: where \
                    nothing of a watched host came, 'watch' ends with status 24.
                    """),
                .heading("Sign-ins in a browser"),
                .paragraph(
                    """
                    COMMAND finds commands of the watch in its PATH, in the place of those that open links, and in \
                    BROWSER. They hand on what they get to the user's own, with the user's own PATH and BROWSER, and \
                    tell the watch each http and https URL. An authorization request among them is judged and shown as \
                    opened in a browser; it has no answer, and counts as no message of COMMAND. In the console, so is \
                    one that COMMAND only prints; without the console its output is its own.
                    """),
                .paragraph(
                    """
                    With '--browser' the watch opens such a request in a Chromium of its own, which has no other \
                    profile than one that goes with the watch. Then its answer is seen, too: the redirect that leads \
                    back, and what comes to COMMAND, with code, state and iss. Pages, and what is typed into them, \
                    pass unread. What is no authorization request to a watched host goes to the user's own browser.
                    """),
                .table(signIns),
                .heading("By runtime"),
                .table(Runtime.all.map { ($0.name, meaning(of: $0)) } + [gRPC]),
            ]
        })

    private static func meaning(of runtime: Runtime) -> String {
        let seen = runtime.seen.map { "Seen with \($0)." } ?? "Documented, not tried."
        return "\(Runtime.words(ofProxy: runtime)) \(Runtime.words(ofTrust: runtime)) \(seen)"
    }

    private static let signIns = [
        (
            name: "by name",
            meaning: "\(LinkCommands.names.joined(separator: ", ")) (gio open alone): seen, where PATH has it."
        ),
        (
            name: "BROWSER",
            meaning: "Python's webbrowser, xdg-open, and whatever else honours it: seen. Tried with Python."
        ),
        (name: "Node", meaning: "A child process by name, such as xdg-open: seen. Tried with Node 20."),
        (
            name: "Go",
            meaning: """
            xdg-open, x-www-browser or www-browser by PATH: seen. Tried with cli/browser and toqueteos/webbrowser.
            """
        ),
        (
            name: "Java",
            meaning: "Desktop.browse uses a library of the desktop in its own process: not seen. Tried with Java 17."
        ),
        (
            name: "else",
            meaning: """
            A browser by its own name or path, such as firefox with a URL, a desktop's portal, and a page of COMMAND's \
            own that leads on to the provider: not seen.
            """
        ),
    ]

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
