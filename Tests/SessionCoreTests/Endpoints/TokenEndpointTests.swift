import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct TokenEndpointTests {
    private static let granted = #"{"access_token":"access-2","token_type":"Bearer","expires_in":60}"#

    @Test func `a refresh sends the refresh token as a form and gives the response`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        let outcome = await scripted.tokenEndpoint.refresh(Secret("refresh+1&=%"))
        guard case .granted(let response) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(response.accessToken.reveal() == "access-2")
        let request = try #require(scripted.transport.requests(to: "/token").first)
        #expect(request.method == "POST")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.headers["Accept"] == "application/json")
        #expect(
            request.form == ["grant_type": "refresh_token", "refresh_token": "refresh+1&=%", "client_id": "console"])
    }

    @Test func `invariant 39: a refresh token of + & = % and space reaches the wire form-encoded`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        _ = await scripted.tokenEndpoint.refresh(Secret("a+b&c=d%20 e"))
        let body = try #require(scripted.transport.requests(to: "/token").first).bodyText
        #expect(body.contains("refresh_token=a%2Bb%26c%3Dd%2520+e"))
    }

    @Test func `a narrower scope, the audience and the resources go along`() async throws {
        let scripted = try ImaginaryProvider(configure: {
            $0.audience = "https://api.example"
            $0.resources = ["https://a.example", "https://b.example"]
        })
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        _ = await scripted.tokenEndpoint.refresh(Secret("r"), scope: ["openid", "mail"])
        let form = FormParameters(decoding: try #require(scripted.transport.requests(to: "/token").first).bodyText)
        #expect(form["scope"] == "openid mail")
        #expect(form["audience"] == "https://api.example")
        #expect(form.items.filter { $0.name == "resource" }.map(\.value) == ["https://a.example", "https://b.example"])
    }

    @Test func `further parameters go along with grants and refreshes, and not with a caller's own request`()
        async throws
    {
        let scripted = try ImaginaryProvider(configure: {
            $0.tokenParameters = ["switching_organization": "o+1", "x": "a"]
            $0.tokenParameters.add("x", "b")
        })
        scripted.transport.always("/token", ScriptedTransport.json(Self.granted))
        _ = await scripted.tokenEndpoint.refresh(Secret("r"))
        _ = await scripted.tokenEndpoint.request(["grant_type": "authorization_code", "code": "c"])
        _ = await scripted.tokenEndpoint.requestForCaller(["grant_type": "client_credentials"])
        let forms = scripted.transport.requests(to: "/token").map { FormParameters(decoding: $0.bodyText) }
        let sent = forms.map { form in form.items.filter { $0.name == "x" }.map(\.value) }
        #expect(sent == [["a", "b"], ["a", "b"], []])
        #expect(forms.map { $0["switching_organization"] } == ["o+1", "o+1", nil])
    }

    @Test func `invariant 33: lifetimes count from before the request was sent`() async throws {
        let scripted = try ImaginaryProvider()
        _ = try await scripted.provider.metadata()
        let before = (scripted.clock.now, scripted.clock.uptime)
        scripted.transport.once("/token") { [clock = scripted.clock] request in
            clock.advance(by: .seconds(20))
            return try await ScriptedTransport.json(
                Self.granted, headers: ["Date": "Thu, 01 Jan 2026 00:00:05 GMT"])(request)
        }
        guard case .granted(let response) = await scripted.tokenEndpoint.refresh(Secret("r")) else {
            Issue.record("not granted")
            return
        }
        #expect(response.requestedAt == before.0)
        #expect(response.requestedAtUptime == before.1)
        #expect(response.providerDate == Date(timeIntervalSince1970: 1_767_225_605))
    }

    @Test func `the time that discovery takes does not count as the token's`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(ImaginaryProvider.metadataPath) { [clock = scripted.clock] request in
            clock.advance(by: .seconds(20))
            return try await ScriptedTransport.json(ImaginaryProvider.metadata.serialized())(request)
        }
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        let start = scripted.clock.uptime
        guard case .granted(let response) = await scripted.tokenEndpoint.refresh(Secret("r")) else {
            Issue.record("not granted")
            return
        }
        #expect(response.requestedAtUptime == start + .seconds(20))
    }

    @Test(arguments: [200, 400, 401, 403])
    func `invariant 22: invalid_grant rejects the grant whatever status it comes with`(status: Int) async throws {
        let outcome = try await outcome(
            of: ScriptedTransport.json(
                #"{"error":"invalid_grant","error_description":"revoked","error_uri":"https://e.example"}"#,
                status: status))
        #expect(
            outcome
                == .rejected(
                    OAuthError(code: "invalid_grant", detail: "revoked", uri: "https://e.example", status: status)))
    }

    @Test(
        arguments: [
            "invalid_client", "temporarily_unavailable", "invalid_scope", "unsupported_grant_type", "slow_down",
        ],
        [200, 400, 401])
    func `invariant 22: no other OAuth error says anything about the grant`(code: String, status: Int) async throws {
        let outcome = try await outcome(of: ScriptedTransport.json(#"{"error":"\#(code)"}"#, status: status))
        #expect(outcome == .refused(OAuthError(code: code, status: status)))
    }

    @Test(arguments: [400, 401, 403])
    func `invariant 42: a refused refresh token without a reason is doubtful`(status: Int) async throws {
        let bare = try await outcome(of: ScriptedTransport.answer(status))
        #expect(bare == .doubtful(.unexplained(status: status), RefusalManner(isBare: true)))
        for code in ["invalid_request", "invalid_token"] {
            let named = try await outcome(of: ScriptedTransport.json(#"{"error":"\#(code)"}"#, status: status))
            #expect(named == .doubtful(.named(OAuthError(code: code, status: status)), RefusalManner()))
        }
    }

    @Test(arguments: [500, 502, 503, 429, 408])
    func `invariant 22: invalid_grant in an answer of a server in trouble rejects nothing`(status: Int) async throws {
        let outcome = try await outcome(of: ScriptedTransport.json(#"{"error":"invalid_grant"}"#, status: status))
        let expected = SessionError.server(status: status, during: .token, retryAfter: nil, reason: "invalid_grant")
        #expect(outcome == .failed(expected))
    }

    @Test(arguments: [429, 503])
    func `Retry-After is passed on`(status: Int) async throws {
        let outcome = try await outcome(of: ScriptedTransport.answer(status, headers: ["Retry-After": "11"]))
        #expect(outcome == .failed(.server(status: status, during: .token, retryAfter: .seconds(11))))
    }

    @Test(arguments: [301, 302, 303, 307, 308, 404])
    func `a status without an OAuth error is passed on as it is`(status: Int) async throws {
        let outcome = try await outcome(
            of: ScriptedTransport.answer(status, headers: ["Location": "https://evil.example/token"], text: "no"))
        #expect(outcome == .failed(.server(status: status, during: .token, retryAfter: nil, reason: "no")))
    }

    @Test func `redirects are never followed`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        _ = await scripted.tokenEndpoint.refresh(Secret("r"))
        #expect(scripted.transport.requests(to: "/token").first?.redirects == .doNotFollow)
    }

    @Test(arguments: [
        (ScriptedTransport.answer(200), "the body is empty"),
        (ScriptedTransport.answer(200, headers: ["Content-Type": "text/html"], text: "<html>"), "a web page"),
        (
            ScriptedTransport.answer(
                200, headers: ["Content-Type": "application/x-www-form-urlencoded;charset=utf-8"],
                text: "access_token=a&token_type=bearer"),
            "form-encoded"
        ),
        (ScriptedTransport.json("[]"), "a JSON array"),
        (ScriptedTransport.json(#"{"access_token":"a""#), "not JSON"),
        (ScriptedTransport.json("{}"), "access_token is missing"),
        (ScriptedTransport.json(String(repeating: " ", count: 5 << 20)), "larger than 4 MiB"),
    ])
    func `an answer that can't be understood is told as such`(
        answer: @escaping ScriptedTransport.Answer, found: String
    ) async throws {
        guard case .failed(.unintelligible(let part, during: .token)) = try await outcome(of: answer) else {
            Issue.record("it was understood")
            return
        }
        #expect(part.contains(found))
    }

    @Test func `JSON is read whatever its content type says`() async throws {
        let outcome = try await outcome(
            of: ScriptedTransport.answer(200, headers: ["Content-Type": "text/plain"], text: Self.granted))
        guard case .granted = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `a network that fails says nothing about the grant`() async throws {
        let outcome = try await outcome(of: ScriptedTransport.failure(.timedOut(.waiting)))
        #expect(outcome == .failed(.transport(.timedOut(.waiting), during: .token)))
    }

    @Test func `a token exchange names its own audience and leaves the configured one out`() async throws {
        let scripted = try ImaginaryProvider(configure: {
            $0.audience = "https://wide.example"
            $0.resources = ["https://wide.example"]
        })
        scripted.transport.once(
            "/token",
            ScriptedTransport.json(
                #"{"access_token":"narrow","issued_token_type":"urn:ietf:params:oauth:token-type:jwt","#
                    + #""token_type":"N_A"}"#
            ))
        let outcome = await scripted.tokenEndpoint.exchange(
            Secret("access-1"),
            for: TokenExchange(
                audience: ["a", "b"], resource: ["https://r.example"], scope: ["read"],
                requestedTokenType: TokenExchange.accessTokenType))
        guard case .granted(let response) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(response.accessToken.reveal() == "narrow")
        #expect(response.issuedTokenType == "urn:ietf:params:oauth:token-type:jwt")
        let form = FormParameters(decoding: try #require(scripted.transport.requests(to: "/token").first).bodyText)
        #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:token-exchange")
        #expect(form["subject_token"] == "access-1")
        #expect(form["subject_token_type"] == "urn:ietf:params:oauth:token-type:access_token")
        #expect(form["requested_token_type"] == "urn:ietf:params:oauth:token-type:access_token")
        #expect(form["scope"] == "read")
        #expect(form.items.filter { $0.name == "audience" }.map(\.value) == ["a", "b"])
        #expect(form.items.filter { $0.name == "resource" }.map(\.value) == ["https://r.example"])
    }

    private func outcome(of answer: @escaping ScriptedTransport.Answer) async throws -> TokenOutcome {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/token", answer)
        return await scripted.tokenEndpoint.refresh(Secret("r"))
    }
}
