import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct AuthorizationEndpointTests {
    @Test(
        arguments: [
            ["client_id": "nobody"], ["client_id": nil], ["redirect_uri": nil],
            ["redirect_uri": "https://attacker.example/callback"], ["redirect_uri": "http://127.0.0.1:1/elsewhere"],
            ["redirect_uri": "http://127.0.0.1.attacker.example/callback"],
            ["redirect_uri": "http://127.0.0.1@attacker.example/callback"],
            ["redirect_uri": "http://127.0.0.1:80@attacker.example/callback"],
            ["redirect_uri": "http://127.0.0.1:49152/callback#fragment"],
        ] as [[String: String?]])
    func `an unknown client or redirect URI is told on a page, never by a redirect`(
        changes: [String: String?]
    ) async throws {
        try await withProvider { visitor in
            let answer = try await Browser(visitor).open(changes)
            #expect(answer.status == 400)
            #expect(answer.headers["Location"] == nil)
            #expect(answer.text.contains("<h1>"))
        }
    }

    @Test(arguments: [
        "http://127.0.0.1/callback", "http://127.0.0.1:1/callback", "http://127.0.0.1:65535/callback",
        "http://[::1]:8080/callback", "http://[::1]/callback",
    ])
    func `a loopback redirect URI may have any port`(uri: String) async throws {
        try await withProvider { visitor in
            let answer = try await Browser(visitor).signIn(["redirect_uri": uri])
            #expect(answer.headers["Location"]?.hasPrefix(uri + "?code=") == true)
        }
    }

    @Test(
        arguments: [
            (["response_type": "token"], "unsupported_response_type"), (["response_type": nil], "invalid_request"),
            (["code_challenge": nil], "invalid_request"), (["code_challenge": "short"], "invalid_request"),
            (["code_challenge_method": "plain"], "invalid_request"),
            (["code_challenge_method": nil], "invalid_request"),
            (["prompt": "none"], "login_required"), (["prompt": "none login"], "invalid_request"),
            (["max_age": "soon"], "invalid_request"), (["request": "e30.e30."], "request_not_supported"),
            (["response_mode": "fragment"], "invalid_request"),
        ] as [([String: String?], String)])
    func `any other fault goes to the redirect URI with state and issuer`(
        changes: [String: String?], error: String
    ) async throws {
        try await withProvider { visitor in
            let answer = try await Browser(visitor).open(changes)
            #expect(answer.status == 303)
            let response = try answer.location
            #expect(response["error"] == error)
            #expect(response["error_description"]?.isEmpty == false)
            #expect(response["state"] == "a state")
            #expect(response["iss"] == visitor.provider.issuer)
            #expect(response["code"] == nil)
        }
    }

    @Test func `a parameter sent twice is refused`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let query = Form.encode(browser.parameters() + [("scope", "admin")])
            let answer = try await visitor.get(visitor.url(.authorization) + "?" + query)
            #expect(try answer.location["error"] == "invalid_request")
        }
    }

    @Test func `the request may be posted`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.send(
                "POST", visitor.url(.authorization), headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .text(Form.encode(Browser(visitor).parameters())))
            #expect(answer.status == 200)
            #expect(try answer.hiddenField("request").isEmpty == false)
        }
    }

    @Test func `a client with a secret may do without PKCE`() async throws {
        try await withProvider { visitor in
            let answer = try await Browser(visitor).signIn([
                "client_id": visitor.provider.confidentialClientID, "code_challenge": nil,
                "code_challenge_method": nil,
            ])
            #expect(try answer.location["code"] != nil)
        }
    }

    @Test func `a pushed request is used once, by its client`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let pushed = try await visitor.send(
                "POST", visitor.url(.pushedAuthorizationRequest),
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .text(Form.encode(browser.parameters())))
            #expect(pushed.status == 201)
            #expect(try pushed.json["expires_in"]?.int == 60)
            let uri = try #require(try pushed.json["request_uri"]?.string)
            let query = Form.encode([("client_id", visitor.provider.clientID), ("request_uri", uri)])
            let page = try await visitor.get(visitor.url(.authorization) + "?" + query)
            let code = try #require(try await browser.submit(page).location["code"])
            #expect(try await browser.exchange(code).status == 200)
            #expect(try await visitor.get(visitor.url(.authorization) + "?" + query).status == 400)
        }
    }

    @Test func `a faulty request is refused when it is pushed`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.post(
                .pushedAuthorizationRequest,
                [
                    "client_id": visitor.provider.clientID, "response_type": "code",
                    "redirect_uri": "https://attacker.example/",
                ])
            #expect(answer.status == 400)
            #expect(answer.error == "invalid_request")
        }
    }
}
