import Scenarios

extension HelpTopic {
    static let proving = HelpTopic(
        name: "proving",
        summary: "what a client has to do for 'prove', and the chapters that it plays",
        parts: {
            [
                .paragraph(
                    """
                    'prove' starts a client in the weather that loses sessions in the field, on a provider and an API \
                    of its own: short tokens, lost answers, 429 and 503, keys that change, a kill at the wrong moment. \
                    All of it is legal: a client that is built well stays signed in, or asks its user once. The API \
                    takes an access token for half a second after its end: clients count from its arrival.
                    """),
                .heading("What the client has to do"),
                .table([
                    ("sign in", "By the flow of --as, with the values of its variables; PKCE, and no secret."),
                    (
                        "call",
                        "GET {api}/orders with the access token, or the tool list_orders of {server}: for each line "
                            + "on standard input, whatever it says, or request of --ask, or again and again without "
                            + "being asked. Twenty may be asked for at once; they may be made in turn."
                    ),
                    ("go on", "After what can be survived. It may end with any status where nothing can."),
                ]),
                .heading("Its variables"),
                .table(variables),
                .paragraph(
                    """
                    Each value also stands for {issuer}, {api} and so on in its arguments and in --ask. No shell is \
                    involved, and no variable of your own sessions is passed on. A user is there who signs in at each \
                    link to the provider that the client opens, by BROWSER, xdg-open or webbrowser, or prints; a \
                    device is approved as soon as it asks. All addresses are http, on 127.0.0.1: oauthlib and Authlib \
                    are told by their variables to allow that; a library that wants TLS whatever it is told, such as \
                    Ruby's Signet, can't be proved.
                    """),
                .heading("A client that reads lines"),
                .sample(sample),
                .heading("A server with a callback"),
                .sample(server),
                .heading("The chapters"),
                .table(Scenario.chapters.map { ($0.name, $0.summary) }),
                .paragraph(
                    """
                    --as says which are played; back-channel-sign-out only with --ask, and lost-revocation-answer \
                    only with --sign-out. 'prove --list NAME' prints one, to begin your own with: 'prove --chapter \
                    FILE'. 'help prove results' says what each protects from.
                    """),
            ]
        })

    static let proofs = HelpTopic(
        name: "prove results",
        summary: "what the results of 'prove' mean, and what each chapter protects from",
        parts: {
            [
                .paragraph(
                    """
                    'prove' prints a table of what is asked of a client: the requirement, the section where that is \
                    written, and one of four words.
                    """),
                .heading("The results"),
                .table([
                    ("held", "What is asked of the client was seen."),
                    (
                        "broken",
                        "The opposite was seen. The messages that show it stand below, and the command that "
                            + "plays the chapter alone: --show opens the console on it, to go through it by step."
                    ),
                    ("undecided", "Nothing shows it, or the client does otherwise and is not wrong."),
                    ("not reached", "The chapter did not come so far, for the reason that stands with its first line."),
                ]),
                .paragraph(
                    """
                    Below the requirements of a chapter stands what its faults showed, and each error that 'watch' \
                    would have found in it. A 429 asks for two or three seconds of patience, where it says for how \
                    long; all else that a chapter waits for is the provider's clock, or a lifetime of two or three \
                    seconds.
                    """),
                .heading("Clients that are wrong"),
                .paragraph("These ship with the program, to be tried: 'prove --example NAME'."),
                .table(
                    ExampleClient.allCases.compactMap { example in
                        example.weakness.map { (example.rawValue, "\($0): \(example.summary)") }
                    }),
                .paragraph(
                    """
                    What second-process is about ships as a recording, in which two processes spend one refresh \
                    token: 'session-console open \(WatchDemo.name)'.
                    """),
                .heading("What the chapters protect from"),
                .table(Scenario.chapters.map { ($0.name, $0.danger) }),
            ]
        })

    private static let variables: [Row] = [
        ("ISSUER", "The provider; its metadata are where OpenID Connect Discovery and RFC 8414 say."),
        ("API", "The API's base URL."),
        ("SERVER", "The URL of an MCP server, all that a client of --as mcp needs: the rest can be found from it."),
        ("CLIENT_ID", "The client, which is public; of --as service it has a CLIENT_SECRET."),
        ("REDIRECT_URI", "http://127.0.0.1:PORT/callback, where it receives the answer to a sign-in."),
        ("LOGOUT_URI", "Where a server is told that its user signed out elsewhere; with --ask."),
        ("PORT", "A port that is free for it."),
        ("SCOPE", "What to ask for."),
        ("STATE", "A folder that outlives it within a chapter, for the tokens that it stores."),
    ]

    private static let server = """
        session-console prove --as oidc --ask 'http://127.0.0.1:{port}/' \\
            -- flask run --port '{port}'
        """

    private static let sample = """
        # client.py: session-console prove -- python3 client.py
        # sign_in prints a link to the provider, and waits at REDIRECT_URI
        session = sign_in(os.environ["ISSUER"], os.environ["CLIENT_ID"])
        for line in sys.stdin:
            try:
                print(session.get(os.environ["API"] + "/orders").status_code)
            except Exception as error:
                print("failed:", error)
        """
}
