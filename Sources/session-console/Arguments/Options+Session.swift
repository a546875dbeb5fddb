import SessionCore
import JOSE

/// The options of commands that work with a session and its tokens.
extension Option {
    /// A command that does one thing with the session, and prints what came of it.
    static let session: [Option] = [.record, .json]
    static let recording: [Option] = [.record, .recordBodies]
    static let signIn: [Option] = [.flow, .noBrowser, .username, .passwordStdin]
    /// The way from a URL to a client.
    static let discovery: [Option] = [.initialAccessTokenFile, .yes]
    /// A token for another program.
    static let issued: [Option] = [.minValid, .which, .variableName]
    static let delivery: [Option] = issued + [.tokenFormat, .write]
    static let proxyPlace: [Option] = [.proxyPort, .newKey, .socket]
    /// The keys and algorithms of a signature.
    static let verification: [Option] = [.jwks, .alg]

    static let yes = Option("yes", help: "ask no question; --issuer names the issuer that is expected")
    static let from = Option("from", .text("URL"), help: "find the settings from the URL of a protected resource")
    static let initialAccessTokenFile = Option(
        "initial-access-token-file", .file("FILE").withSecret,
        help: "file with the token that a server requires to register a client")
    static let forceRemoval = Option("force", help: "remove the profile of a session that can't be read")
    static let unregister = Option(
        "unregister", help: "forget the client's registration, and end it at its server (RFC 7592)")
    static let flow = Option(
        "flow", .text("FLOW", SignInFlowName.allCases.map(\.rawValue)), help: "how to sign in (default: code)")
    static let noBrowser = Option("no-browser", help: "print the link, don't open a browser")
    static let signInOnce = Option("sign-in", help: "open the browser where there is no session, once")
    static let username = Option(
        "username", .text("NAME"), help: "the user to sign in (flow password), or a hint to the provider")
    static let passwordStdin = Option("password-stdin", help: "read the password from standard input")
    static let verify = Option("verify", help: "ask the provider whether the session is still valid")
    static let minValid = Option("min-valid", .time, help: "refresh a token that is valid for less than this")
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
    static let proxyPort = Option(
        "listen", .text("PORT"), help: "listen on this loopback port from now on (0: any free one, once)")
    static let newKey = Option("new-key", help: "make new keys: the addresses given out before lead nowhere")
    static let cutOff = Option(
        "cut-off", .text("PROCESS"), help: "refuse that process from now on: all addresses are made new")
    static let socket = Option("socket", .file("PATH"), help: "listen on a Unix socket that only its owner can open")
    static let cargoPlugin = Option("cargo-plugin", help: "what cargo calls a credential provider with")
    static let allowUser = Option(
        "allow-user", .text("UID"), repeats: true, help: "with --socket: also serve the user of that number")
    static let only = Option(
        "only", .text("METHOD[:/PATH]"), repeats: true,
        help: "let nothing else pass: a method, or a path with all below it")
}

extension CommandContext {
    /// The file of `--record`.
    var recordingPath: String? { invocation.value(of: .record) }
    var recordsBodies: Bool { invocation.contains(.recordBodies) }

    func signInFlow() throws(CommandFailure) -> SignInFlowName { try choice(.flow, SignInFlowName.self) ?? .code }

    var opensBrowser: Bool { !invocation.contains(.noBrowser) }

    /// Whether no question is to be asked.
    var asksNothing: Bool { invocation.contains(.yes) }

    func whichToken() throws(CommandFailure) -> WhichToken { try choice(.which, WhichToken.self) ?? .access }

    func minimumValidity() throws(CommandFailure) -> Duration? { try duration(.minValid) }

    /// The environment variable that `--as` names.
    func variableName() throws(CommandFailure) -> String {
        let name = invocation.value(of: .variableName) ?? "ACCESS_TOKEN"
        let isName =
            name.first.map { !$0.isNumber } == true
            && name.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
            }
        guard isName else {
            throw CommandFailure(
                .badValue(.variableName, name, expected: "letters, digits and '_', with no digit first"),
                command: command.name)
        }
        return name
    }
}
