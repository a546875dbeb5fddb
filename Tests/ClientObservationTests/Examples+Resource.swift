import ClientObservation
import JOSE
import SessionCore
import SessionHTTP

extension Example {
    /// What resource servers answer.
    static let ofResource: [Example] = [
        Example(
            "challenge-without-metadata",
            breaking: { $0.initialize(at: 1, Script.unauthorized) },
            right: { $0.initialize(at: 1, Script.namingMetadata) }),
        Example(
            "resource-metadata-differ",
            breaking: { $0.describe("https://other.example/mcp", under: "/mcp", at: 1) },
            right: {
                $0.describe("https://api.example/mcp/", under: "/mcp", at: 1)
                $0.describe("https://api.example/mcp", under: "", at: 2)
            },
            undecided: { $0.describe("http://api.example/mcp", under: "/mcp", at: 1) }),
        Example(
            "accepted-token-of-other-audience",
            breaking: {
                $0.describe("https://api.example/mcp", under: "/mcp", at: -5)
                $0.callWithJWT(for: "https://stranger.example", at: 3)
            },
            right: {
                $0.describe("https://api.example/mcp", under: "/mcp", at: -5)
                $0.callWithJWT(for: "https://api.example/mcp", at: 3)
            },
            undecided: {
                $0.describe("https://api.example/mcp", under: "/mcp", at: -5)
                $0.callWithJWT(for: "orders", at: 3)
            }),
        Example(
            "refused-token-of-other-audience",
            breaking: {
                $0.describe("https://api.example/mcp", under: "/mcp", at: -5)
                $0.callWithJWT(for: "https://stranger.example", at: 3, Script.namingMetadata)
            },
            right: {
                $0.describe("https://api.example/mcp", under: "/mcp", at: -5)
                $0.callWithJWT(for: "https://api.example/mcp", at: 3)
            }),
        Example(
            "right-token-refused",
            breaking: { $0.callAfterSignIn(for: "https://api.example/mcp", at: 3, Script.namingMetadata) },
            right: { $0.callAfterSignIn(for: "https://api.example/mcp", at: 3, .status(200)) },
            undecided: { $0.callAfterSignIn(for: "orders", at: 3, Script.namingMetadata) }),
        Example(
            "scope-not-named",
            breaking: {
                $0.call("A1", at: 1, .status(403, ["WWW-Authenticate": "Bearer error=\"insufficient_scope\""]))
            },
            right: { $0.call("A1", at: 1, Script.insufficient("write")) }),
        Example(
            "page-may-not-read",
            breaking: { $0.callOfPage(at: 1, .status(200)) },
            right: {
                $0.callOfPage(at: 1, .status(200, ["Access-Control-Allow-Origin": "*"]))
                // A server may send the field, too.
                $0.send("GET", "https://api.example/items", ["Origin": "https://app.example"], at: 2)
            }),
        Example(
            "challenge-hidden-from-pages",
            breaking: {
                $0.callOfPage(
                    at: 1,
                    .status(401, ["WWW-Authenticate": "Bearer", "Access-Control-Allow-Origin": "*"]))
            },
            right: {
                $0.call("A1", at: 0)
                $0.callOfPage(
                    at: 1,
                    .status(
                        401,
                        [
                            "WWW-Authenticate": "Bearer", "Access-Control-Allow-Origin": "*",
                            "Access-Control-Expose-Headers": "Mcp-Session-Id, WWW-Authenticate",
                        ]))
            }),
    ]
}

extension Script {
    static let namingMetadata = Reply.status(
        401,
        [
            "WWW-Authenticate":
                "Bearer resource_metadata=\"https://api.example/.well-known/oauth-protected-resource/mcp\""
        ])

    /// The first message of a client of the Model Context Protocol.
    mutating func initialize(at second: Double, _ reply: Reply) {
        sendJSON("\(api)/mcp", ["jsonrpc": "2.0", "id": 1, "method": "initialize"], at: second, reply)
        messages[messages.count - 1].request.headers["Accept"] = "application/json, text/event-stream"
    }

    /// A request for the metadata of a resource, which name that one.
    mutating func describe(_ resource: String, under path: String, at second: Double) {
        send(
            "GET", "\(api)/.well-known/oauth-protected-resource\(path)", at: second,
            .json(["resource": .string(resource), "authorization_servers": [.string(provider)]]))
    }

    /// A JWT that nobody has signed.
    private static func accessToken(for audience: String) -> String {
        let header = Base64URL.encode(Array("{\"alg\":\"RS256\",\"typ\":\"at+jwt\"}".utf8))
        let claims: JSONValue = ["iss": "https://id.example", "aud": .string(audience), "jti": .string(secret("T"))]
        return "\(header).\(Base64URL.encode(Array(claims.serialized().utf8))).\(canary)AAAA"
    }

    mutating func callWithJWT(for audience: String, at second: Double, _ reply: Reply = .status(200)) {
        send(
            "GET", "\(api)/mcp", ["Authorization": "Bearer \(Self.accessToken(for: audience))"], at: second, reply)
    }

    /// A first call with the token that a sign-in has just brought.
    mutating func callAfterSignIn(for audience: String, at second: Double, _ reply: Reply) {
        metadata()
        describe("https://api.example/mcp", under: "/mcp", at: -5)
        authorize(["resource": "https://api.example/mcp"])
        redeem(
            at: 1, with: ["resource": "https://api.example/mcp"],
            .json([
                "token_type": "Bearer", "expires_in": 3_600,
                "access_token": .string(Self.accessToken(for: audience)),
            ]))
        callWithJWT(for: audience, at: second, reply)
    }

    mutating func callOfPage(at second: Double, _ reply: Reply) {
        send(
            "GET", "\(api)/items",
            ["Origin": "https://app.example", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"], at: second,
            reply)
    }
}
