import ClientObservation
import JOSE
import SessionCore

/// What the author of an MCP server sees of other people's clients: one that gets tokens and never calls, one that does
/// all right, and one that comes no further than the metadata.
///
/// Its tokens are made up, and open nothing.
enum HostedClients {
    static let name = "somebody-elses-client"

    private static let server = "https://notes.example.com"
    private static let assistant = Caller(
        name: "assistant/1.4", at: .init("203.0.113.7", isClaimed: true))
    private static let sdk = Caller(name: "agent-sdk/0.9", at: .init("198.51.100.20", isClaimed: true))
    private static let crawler = Caller(name: "connector-check/2", at: .init("192.0.2.44", isClaimed: true))
    private static let browser = Caller(name: "Mozilla/5.0", at: .init("198.51.100.77", isClaimed: true))

    static let messages: [ObservedMessage] =
        (challenge(crawler, at: 0) + metadata(crawler, at: 400)
        + challenge(sdk, at: 2_000) + metadata(sdk, at: 2_300) + signIn(sdk, "5b20", "one", at: 2_900)
        + [
            call(sdk, "one", at: 21_000), call(sdk, "one", at: 24_000), refresh(sdk, at: 61_000),
            call(sdk, "two", at: 61_300),
        ]
        + challenge(assistant, at: 65_000) + metadata(assistant, at: 65_400)
        + signIn(assistant, "7f3a", "three", at: 66_000)
        + [call(sdk, "two", at: 118_000)]).compactMap(\.self)

    private static func challenge(_ caller: Caller, at begin: Int) -> [ObservedMessage?] {
        let fields: HTTPHeaders = ["WWW-Authenticate": "Bearer error=\"invalid_token\""]
        var message = WatchDemo.message(
            caller, "POST", "\(server)/mcp", at: begin, taking: 12,
            WatchDemo.answer(401, #"{"error":"invalid_token"}"#, fields))
        message?.request.headers["Accept"] = "application/json, text/event-stream"
        message?.request.headers["Content-Type"] = "application/json"
        message?.request.body = Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#.utf8)
        return [message]
    }

    private static func metadata(_ caller: Caller, at begin: Int) -> [ObservedMessage?] {
        [
            WatchDemo.message(
                caller, "GET", "\(server)/.well-known/oauth-protected-resource/mcp", at: begin, taking: 9,
                WatchDemo.answer(
                    200, #"{"resource":"\#(server)/mcp","authorization_servers":["\#(server)"]}"#)),
            WatchDemo.message(
                caller, "GET", "\(server)/.well-known/oauth-authorization-server", at: begin + 100, taking: 8,
                WatchDemo.answer(
                    200,
                    """
                    {"issuer":"\(server)","authorization_endpoint":"\(server)/authorize",\
                    "token_endpoint":"\(server)/token","registration_endpoint":"\(server)/register",\
                    "token_endpoint_auth_methods_supported":["none"]}
                    """)),
        ]
    }

    /// A registration, the user's browser, and the code that is redeemed.
    private static func signIn(_ caller: Caller, _ client: String, _ token: String, at begin: Int) -> [ObservedMessage?]
    {
        let redirect = "https://\(caller.name.prefix { $0 != "/" }).example/callback"
        let challenge = Base64URL.encode(Digest.sha256.hash(Array(verifier(client).utf8)))
        var registration = WatchDemo.message(
            caller, "POST", "\(server)/register", at: begin, taking: 21,
            WatchDemo.answer(
                201, #"{"client_id":"\#(client)","redirect_uris":["\#(redirect)"],"token_endpoint_auth_method":"none"}"#
            ))
        registration?.request.headers["Content-Type"] = "application/json"
        registration?.request.body = Array(#"{"redirect_uris":["\#(redirect)"],"client_name":"\#(client)"}"#.utf8)
        let asked: FormParameters = [
            "response_type": "code", "client_id": client, "redirect_uri": redirect, "state": "demo-state-\(client)",
            "code_challenge": challenge, "code_challenge_method": "S256", "resource": "\(server)/mcp",
        ]
        let answered: FormParameters = ["code": "demo-code-\(client)", "state": "demo-state-\(client)"]
        let form: FormParameters = [
            "grant_type": "authorization_code", "code": "demo-code-\(client)", "client_id": client,
            "redirect_uri": redirect, "code_verifier": verifier(client), "resource": "\(server)/mcp",
        ]
        return [
            registration,
            WatchDemo.message(
                browser, "GET", "\(server)/authorize?\(asked.query)", at: begin + 800, taking: 9_400,
                WatchDemo.answer(302, "", ["Location": "\(redirect)?\(answered.query)"])),
            WatchDemo.message(
                caller, "POST", "\(server)/token", at: begin + 10_600, taking: 24, form: form.encoded,
                tokens(token, refresh: "refresh-\(token)")),
        ]
    }

    private static func refresh(_ caller: Caller, at begin: Int) -> ObservedMessage? {
        let form: FormParameters = [
            "grant_type": "refresh_token", "refresh_token": "demo-refresh-one", "client_id": "5b20",
            "resource": "\(server)/mcp",
        ]
        return WatchDemo.message(
            caller, "POST", "\(server)/token", at: begin, taking: 19, form: form.encoded,
            tokens("two", refresh: "refresh-two"))
    }

    private static func call(_ caller: Caller, _ token: String, at begin: Int) -> ObservedMessage? {
        WatchDemo.message(
            caller, "POST", "\(server)/mcp", at: begin, taking: 31, authorization: "Bearer demo-token-\(token)",
            WatchDemo.answer(200, #"{"jsonrpc":"2.0","id":2,"result":{}}"#))
    }

    private static func tokens(_ access: String, refresh: String) -> ObservedAnswer {
        WatchDemo.answer(
            200,
            #"{"access_token":"demo-token-\#(access)","token_type":"Bearer","expires_in":60,"#
                + #""refresh_token":"demo-\#(refresh)"}"#)
    }

    private static func verifier(_ client: String) -> String {
        "demo-verifier-of-\(client)-demo-verifier-demo-verifier"
    }
}
