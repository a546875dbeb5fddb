import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import SessionCore

/// A provider and an API that repeat what they were sent.
@Suite(.timeLimit(.minutes(5)))
struct EchoTests {
    private let access = "mZ8sK2vQp4Lw9Xt1Rb7Ny3Hc"
    private let refresh = "refresh+token/with=odd&signs 77"
    private let clientSecret = "pass:word with spaces%"

    private func fixture() async throws -> SessionFixture {
        try await SessionFixture { [clientSecret] in $0.authentication = .basic(Secret(clientSecret)) }.signedIn(
            GivenTokens(access: access, refresh: refresh))
    }

    private func printed(_ values: Any?...) -> String {
        var text = ""
        for value in values { dump(value, to: &text) }
        return text
    }

    private func isFree(_ text: String, of secrets: [String]) -> Bool {
        secrets.allSatisfy { secret in
            let base64 = Base64.encode(Array(secret.utf8))
            let inside = ["a", "u:"].map { Base64.encode(Array(($0 + secret).utf8)).dropFirst(4).dropLast(4) }
            return !inside.contains { text.contains($0) } && !text.lowercased().contains(Self.hexadecimal(secret))
                && ![
                    secret, FormParameters.encode(secret), FormParameters.encode(secret, space: "%20"),
                    FormParameters.encode(secret).lowercased(), String(base64.prefix(base64.count / 4 * 4 - 4)),
                ].contains { text.contains($0) }
        }
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static let echoes: [@Sendable (String) -> String] = [
        { "unknown token \($0)" },
        { "INSERT INTO token VALUES ('\($0)', 'Bearer') [parameters: {'token': '\($0)'}]" },
        { "grant_type=refresh_token&refresh_token=\(FormParameters.encode($0))" },
        { "refresh_token=\(FormParameters.encode($0, space: "%20").lowercased())" },
        { "cut short: \($0.prefix(18))" },
        { "in base64: \(Base64.encode(Array($0.utf8)))!" },
        { "in base64: \(Base64.encode(Array("a\($0)".utf8)))!" },
        { "in base64: \(Base64URL.encode(Array("u:\($0)".utf8)))!" },
        { "in digits: \(hexadecimal($0)) or \(hexadecimal($0).uppercased())" },
        { "{\\\"token\\\":\\\"\($0.replacing("/", with: "\\/"))\\\"}" },
    ]

    @Test(arguments: [
        ("https://op.example/o/token/", "/o/token/"), ("https://op.example/a%2Fb%20c?x=/y#z", "/a%2Fb%20c"),
        ("https://op.example", "/"), ("https://op.example?x", "/"), ("https://u@op.example:1//a", "//a"),
        ("••••", "••••"),
    ])
    func `a request is named by the path that is sent`(url: String, path: String) {
        #expect(RequestFacts(id: 1, method: "GET", url: url).name == "GET \(path)")
    }

    @Test func `invariant 48: a URL that carries a code keeps its secret, and hides no other URL`() throws {
        let body = #"{"device_code":"d-1234567","verification_uri_complete":"https://op.example/go?c=ABCD-EFGH-IJKL"}"#
        let response = HTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8),
            url: try #require(URL(string: "https://op.example/device")))
        let scrubber = Scrubber(SecretsOnTheWire.of(response).map { $0.reveal() })
        #expect(scrubber.knownSecrets(in: "https://op.example/token") == "https://op.example/token")
        #expect(scrubber.knownSecrets(in: "https://op.example/go?c=ABCD-EFGH-IJKL") == "https://op.example/go?c=••••")
        #expect(scrubber.knownSecrets(in: "see d-1234567").contains("••••"))
    }

    @Test(arguments: ["/orders/TOKEN", "/orders?t=TOKEN", "/orders/a?x=1&y=aTOKENb", "/TOKEN/TOKEN"])
    func `invariant 48: a token in a URL is in no event, wherever it stands there`(target: String) async throws {
        let fixture = try await fixture()
        let target = target.replacing("TOKEN", with: access)
        let path = String(target.prefix { $0 != "?" })
        fixture.transport.always(path, ScriptedTransport.answer(200))
        let url = try #require(URL(string: "https://api.example" + target))
        let answer = try await fixture.session.send(HTTPRequest(url: url))
        let shown = printed(answer.facts, fixture.events)
        #expect(shown.contains("requestFinished"))
        #expect(isFree(shown, of: [access]), "\(shown)")
    }

    @Test(arguments: 0..<7)
    func `invariant 48: a refresh's error does not repeat a token that the provider echoes`(index: Int) async throws {
        let fixture = try await fixture()
        let text = Self.echoes[index](refresh) + " " + Self.echoes[index](access)
        let detail = JSONValue.string(text).serialized()
        fixture.transport.once(
            "/token",
            ScriptedTransport.json(#"{"error":"invalid_request","error_description":\#(detail)}"#, status: 400))
        let error = await sessionError { try await fixture.session.refresh() }
        fixture.clock.advance(by: .seconds(120))
        fixture.transport.once(
            "/token", ScriptedTransport.json(#"{"error":"invalid_grant","error_description":\#(detail)}"#, status: 400))
        let end = await sessionError { try await fixture.session.refresh() }
        let state = await fixture.session.state
        let shown = printed(error, end, state, fixture.events)
        #expect(shown.contains("invalid_request") && shown.contains("invalid_grant"))
        let begun = index == 4 ? [String(refresh.prefix(18)), String(access.prefix(18))] : []
        #expect(isFree(shown, of: [refresh, access] + begun))
    }

    @Test func `invariant 48: what a provider's headers and nested members echo is masked in the exchange`()
        async throws
    {
        let fixture = try await fixture()
        let basic = Base64.encode(Array("console:\(FormParameters.encode(clientSecret))".utf8))
        let body = """
            {"access_token":"new-access-token-0001","refresh_token":"new-refresh-token-0001","expires_in":60,
            "token_type":"Bearer","scope":"openid","x":{"deep":["new-access-token-0001","\(access)"],"pin":1234},
            "anything":"a-secret-of-the-provider"}
            """
        fixture.transport.once(
            "/token",
            ScriptedTransport.json(
                body,
                headers: [
                    "X-Echo": "Basic \(basic)", "X-Query": "refresh_token=\(FormParameters.encode(refresh))",
                    "X-Api-Key": "anything", "Set-Cookie": "s=1", "X-New": "new-refresh-token-0001",
                    "Server": "test/1.0",
                ]))
        try await fixture.session.refresh()
        let shown = printed(fixture.events)
        #expect(
            isFree(
                shown,
                of: [
                    refresh, access, clientSecret, "new-access-token-0001", "new-refresh-token-0001", "a-secret-of-the",
                ]))
        #expect(!shown.contains(basic) && !shown.contains("1234"))
        #expect(!shown.contains("anything\"") && !shown.contains("s=1"))
        // Names, what is public, and fingerprints stay.
        for text in ["\\\"scope\\\":\\\"openid\\\"", "\\\"deep\\\"", "test/1.0", "X-Api-Key", "60"] {
            #expect(shown.contains(text), "\(text)")
        }
        #expect(shown.contains("•••• \(Secret("new-access-token-0001").fingerprint)"))
    }

    @Test func `invariant 48: an API's challenge is scrubbed in events and verdicts`() async throws {
        let fixture = try await fixture()
        let unknown = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
        fixture.transport.always(
            "/orders",
            ScriptedTransport.answer(
                403,
                headers: [
                    "WWW-Authenticate":
                        "Bearer error=\"insufficient_scope\", error_description=\"\(access) / \(unknown)\", "
                        + "scope=\"\(access)\"",
                    "X-Debug": "Authorization: Bearer \(access)",
                ]))
        let answer = try await fixture.session.send(try fixture.request())
        fixture.transport.once(
            "/orders2",
            ScriptedTransport.unauthorized(
                "Bearer error=\"invalid_token\", error_description=\"\(access)\", x=\"\(unknown)\""))
        fixture.transport.always("/orders2", ScriptedTransport.answer(200))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        _ = try await fixture.session.send(try fixture.request("GET", "/orders2"))
        let shown = printed(answer.verdict, fixture.events)
        #expect(!shown.contains(access) && !shown.contains("c2lnbmF0dXJl"))
        #expect(!fixture.session.masked("raw \(access)").contains(access))
    }

    @Test func `invariant 48: what a sign-in's errors echo is masked, code, verifier and password included`()
        async throws
    {
        struct Password: SignInFlow {
            let name = "password"
            func signIn(_ context: SignInContext) async throws -> SignInResult {
                try await context.signIn(with: [
                    "grant_type": "password", "username": "alice", "password": "hunter7!", "code": "code-0123456789",
                    "code_verifier": "verifier-0123456789", "client_assertion": "assertion-0123456789",
                ])
            }
        }
        let fixture = SessionFixture()
        try await fixture.session.configure()
        fixture.transport.always("/token") { request in
            let echo = JSONValue.string("you sent \(request.bodyText) and hunter7!").serialized()
            return HTTPResponse(
                status: 400, headers: ["X-Sent": request.bodyText],
                body: Array(#"{"error":"invalid_request","error_description":\#(echo),"error_uri":\#(echo)}"#.utf8),
                url: request.url)
        }
        let error = await sessionError { try await fixture.session.signIn(Password()) }
        let shown = printed(error, fixture.events)
        for secret in ["hunter7", "code-0123", "verifier-0123", "assertion-0123"] { #expect(!shown.contains(secret)) }
        #expect(shown.contains("grant_type=password") && shown.contains("username=alice"))
    }

    @Test(arguments: [
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.", "token 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "refresh_token=Ab3dEf6hIj", "\"access%5Ftoken\": \"Zx12Yw34Vu56\"",
        "parameters: ('gT5hJ8kL2mN4pQ7rS9tV1wX3yZ6bC0dF', 1)",
        "client secret: s3cr3t-v4lue-0123456", "?x=1&api_key=k-123456789",
    ])
    func `leak 2: what is shaped like a token is masked`(text: String) {
        let shown = Scrubber([]).text(text)
        #expect(shown.contains("••••"), "\(shown)")
    }

    @Test(arguments: [
        "the refresh token is expired", "grant_type=refresh_token", "token_type: Bearer",
        "invalid_client: AADSTS7000215",
        "trace 4bf92f3577b34da6a3ce929d0e0e4736", "550e8400-e29b-41d4-a716-446655440000",
        "org.example.oauth2.provider.InvalidRefreshTokenException at TokenEndpoint2", "https://issuer.example/Path/To2",
        "Sun, 22 Nov 2026 07:12:42 GMT", "max-age=31536000; includeSubDomains", "code_challenge_method=S256",
    ])
    func `leak 2: what is useful stays`(text: String) {
        #expect(Scrubber([]).text(text) == text)
        #expect(Scrubber([]).change(ofHeaderValue: text) == nil)
    }

    @Test(arguments: [
        ("X-Api-Key", true), ("x-auth-token", true), ("Cookie", true), ("Set-Cookie2", true), ("apiKey", true),
        ("session_id", true), ("access%5Ftoken", true), ("X-CSRF-Token", true), ("Proxy-Authorization", true),
        ("token_type", false), ("token_type_hint", false), ("expires_in", false), ("token_endpoint", false),
        ("WWW-Authenticate", false), ("key_id", false), ("scope", false), ("Content-Type", false),
        ("x-authgear-session-valid", false),
    ])
    func `leak 2: names tell secrets`(name: String, isSecret: Bool) {
        #expect(SecretNames.contains(name) == isSecret)
        if isSecret { #expect(SecretNames.mayContain(fieldName: name)) }
    }

    @Test func `invariant 48: a claim that repeats the access token is masked, other claims stay`() async throws {
        let fixture = try await fixture()
        fixture.transport.always(
            "/userinfo", ScriptedTransport.json(#"{"sub":"alice","debug":"token \#(access)","name":"Alice"}"#))
        let info = try await fixture.session.fetchUserInfo()
        let status = await fixture.session.status
        #expect(!printed(info, status, fixture.events).contains(access))
        #expect(info["name"] == "Alice" && info["debug"]?.hasPrefix("token ••••") == true)
    }

    @Test func `leak 2: every field that a session sends is looked at by its name`() async throws {
        let fixture = try await fixture()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        let fields: HTTPHeaders = [
            "Proxy-Authorization": "Basic cHJveHk6c2VjcmV0", "X-Api-Key": "k1", "Cookie": "c1", "Accept": "text/plain",
        ]
        _ = try await fixture.session.send(try fixture.request("GET", "/orders?api%5Fkey=k2&q=1", headers: fields))
        let shown = printed(fixture.events)
        for secret in ["cHJveHk6c2VjcmV0", "\"k1\"", "\"c1\"", "k2"] { #expect(!shown.contains(secret), "\(secret)") }
        #expect(shown.contains("text/plain") && shown.contains("q=1"))
    }
}
