import ClientObservation

extension HelpTopic {
    static let serving = HelpTopic(
        name: "serving",
        summary: "what 'watch --serve' sees of the clients of a server of yours",
        parts: {
            [
                .paragraph(
                    """
                    'watch --serve 8000 --to http://127.0.0.1:3000' stands before a server of yours, and your tunnel \
                    or your test goes to port 8000 in place of 3000. So it sees the clients that no proxy variable \
                    reaches: hosted assistants and integrations, browsers, devices.
                    """),
                .sample(serveCommands),
                .heading("What passes"),
                .paragraph(
                    """
                    Everything, as it came: Host, targets, bodies, event streams. The name that callers use is that \
                    of the tunnel. '--to' alone decides where a request goes; with a path, that and all below it goes \
                    to another server, such as the authorization server. Plain HTTP comes in, http or https goes out. \
                    It asks for no user and adds no token. It listens on loopback; another address has to be written \
                    out, and each start says who can reach it then. Of more than 256 connections the one that is \
                    longest without a request is closed.
                    """),
                .heading("A client's way"),
                .paragraph(
                    """
                    A client is known by its client ID and by the tokens that it was given, and before it has any by \
                    its User-Agent and its address. An address that a field such as X-Forwarded-For names is what the \
                    caller says, and is shown so. For each of these steps it says when it was seen, that it failed, or \
                    since when it is missing:
                    """),
                .table(ServedClient.Step.allCases.map { ($0.label, meaning(of: $0)) }),
                .paragraph(
                    """
                    Where the authorization server is elsewhere, its messages pass this watch by, and these steps are \
                    said to be not seen. 10,000 clients are remembered.
                    """),
                .heading("Whose it is"),
                .paragraph(
                    """
                    A finding says on whose side it is: the client's, the authorization server's or this server's. \
                    What was seen does not always say; then nobody is named. A fault of a server, a note under any \
                    other watch, is a warning here: '--fail-on warning' makes a test of it. 'w' on the pane of clients \
                    saves a page for the authors of the selected one, without secrets and addresses.
                    """),
            ]
        })

    private static func meaning(of step: ServedClient.Step) -> String {
        switch step {
        case .challenge: "A call without a token was answered 401."
        case .metadata: "It has read what the resource or the authorization server publishes."
        case .registration: "It got a client ID. One that has one from elsewhere never comes for it."
        case .authorization: "Its user's browser, or a device, has begun the sign-in."
        case .redemption: "It got tokens."
        case .call: "A call with a token was answered, and not by 401, 403 or an error of the server."
        case .refresh: "It got new tokens for a refresh token."
        }
    }

    private static let serveCommands = """
        session-console watch --serve 8000 --to http://127.0.0.1:3000
        session-console watch --serve 8000 --to http://app --to /oauth=http://id
        session-console watch --serve 8000 --to http://app --fail-on warning
        """
}
