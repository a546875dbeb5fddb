import SessionCore
import JOSE

/// The options of commands that work with a session and its tokens.
extension Option {
    static let from = Option("from", .text("URL"), help: "find the settings from the URL of a protected resource")
    static let initialAccessTokenFile = Option(
        "initial-access-token-file", .file("FILE"),
        help: "file with the token that a server requires to register a client")
    static let forceRemoval = Option("force", help: "remove the profile of a session that can't be read")
    static let unregister = Option(
        "unregister", help: "forget the client's registration, and end it at its server (RFC 7592)")
    static let flow = Option(
        "flow", .text("FLOW", SignInFlowName.allCases.map(\.rawValue)), help: "how to sign in (default: code)")
    static let noBrowser = Option("no-browser", help: "print the link, don't open a browser")
    static let username = Option(
        "username", .text("NAME"), help: "the user to sign in (flow password), or a hint to the provider")
    static let passwordStdin = Option("password-stdin", help: "read the password from standard input")
    static let verify = Option("verify", help: "ask the provider whether the session is still valid")
    static let minValid = Option("min-valid", .text("TIME"), help: "refresh a token that is valid for less than this")
    static let tokenFormat = Option(
        "format", .text("FORMAT", TokenFormat.allCases.map(\.rawValue)),
        help: "the form that another tool reads (default: raw)")
    static let which = Option(
        "which", .text("TOKEN", WhichToken.allCases.map(\.rawValue)), help: "the access token (default) or the ID token"
    )
    static let write = Option("write", .file("FILE"), help: "write the token to FILE, mode 0600, replaced as a whole")
    static let variableName = Option(
        "as", .text("NAME"), help: "the environment variable of the token (default: ACCESS_TOKEN)")
    static let watch = Option("watch", help: "keep the session alive and print each new token until the session ends")
    static let exchange = Option(
        "exchange", help: "exchange the token for one limited to --audience, --resource or --scope (RFC 8693)")
    static let wait = Option("wait", help: "wait for the next sign-in where nobody is signed in")
    static let force = Option("force", help: "end the session here even if the provider can't revoke the tokens")
    static let browser = Option("browser", help: "also end the provider's own session, on its page in the browser")
    static let follow = Option("follow", help: "keep running, and print each event or change as it happens")
    static let all = Option("all", help: "every profile and stored session, from the stores alone")
    static let short = Option("short", help: "one short line for a shell prompt, from the store alone")
    static let flowDiagram = Option("flow", help: "draw the events as a text sequence diagram")
    static let har = Option("har", .file("FILE"), help: "write the exchanges to a new FILE (HAR 1.2), without secrets")
    static let record = Option(
        "record", .file("FILE"), help: "record the session to a new FILE: no secrets, but user info")
    static let recordBodies = Option("record-bodies", help: "with --record: also the bodies of the API's answers")
    static let jwks = Option("jwks", .file("FILE|URL"), help: "the keys to verify the signature with")
    static let alg = Option(
        "alg", .text("ALG", JWSAlgorithm.allCases.map(\.rawValue)), repeats: true,
        help: "an algorithm to accept (default: all but HS*)")
    static let introspect = Option(
        "introspect", help: "ask the provider about the token (RFC 7662); works for opaque tokens too")
    static let listen = Option("listen", .text("PORT"), help: "listen on this loopback port (default: any free one)")
    static let proxyPort = Option(
        "listen", .text("PORT"), help: "listen on this loopback port from now on (0: any free one, once)")
    static let newKey = Option("new-key", help: "make new keys: the addresses given out before lead nowhere")
    static let socket = Option("socket", .file("PATH"), help: "listen on a Unix socket that only its owner can open")
    static let only = Option(
        "only", .text("METHOD[:/PATH]"), repeats: true,
        help: "let nothing else pass: a method, or a path with all below it")
}
