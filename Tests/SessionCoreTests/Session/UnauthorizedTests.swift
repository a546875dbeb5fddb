import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UnauthorizedTests {
    @Test(arguments: [RequestAuthorization.none, .optional])
    func `invariant 15: a 401 to a request without a token refreshes nothing and signs nobody out`(
        authorization: RequestAuthorization
    ) async throws {
        let fixture = SessionFixture()
        let session = fixture.session
        try await session.configure()
        if authorization == .none { try await session.signIn(GivenTokens()) }
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        let before = await session.state
        let answer = try await session.send(try fixture.request(), authorization: authorization)
        #expect(answer.response.status == 401)
        #expect(answer.verdict == .none)
        #expect(fixture.transport.requests(to: "/orders").count == 1)
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await session.state == before)
        #expect(fixture.count("unauthorized") == 0)
    }

    @Test func `invariant 15: nor does the 401 of another origin that a redirect led to`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders") { request in
            let elsewhere = try #require(URL(string: "https://elsewhere.example/orders"))
            return HTTPResponse(
                status: 401, url: elsewhere,
                redirects: [
                    HTTPRedirect(status: 302, from: request.url, to: elsewhere, keptAuthorization: false)
                ])
        }
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.verdict == .none)
        #expect(fixture.transport.requests(to: "/orders").count == 1)
        #expect(fixture.story == ["configured", "signInStarted", "signedIn"])
    }

    @Test(arguments: UnauthorizedPolicy.allCases, [nil, "Bearer error=\"insufficient_scope\", scope=\"admin audit\""])
    func `invariant 16: a 403 spends no refresh token and ends nothing`(
        policy: UnauthorizedPolicy, challenge: String?
    ) async throws {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = policy }.signedIn()
        var headers: HTTPHeaders = [:]
        headers["WWW-Authenticate"] = challenge
        fixture.transport.always("/admin", ScriptedTransport.answer(403, headers: headers))
        let answer = try await fixture.session.send(try fixture.request("GET", "/admin"))
        #expect(answer.verdict == (challenge == nil ? .none : .insufficientScope(["admin", "audit"])))
        #expect(fixture.transport.requests(to: "/admin").count == 1)
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.count("forbidden") == 1)
    }

    @Test func `invariant 16: insufficient_scope in a 401 is no rejected token either`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/admin", ScriptedTransport.unauthorized("Bearer error=\"insufficient_scope\", scope=\"admin\""))
        let answer = try await fixture.session.send(try fixture.request("GET", "/admin"))
        #expect(answer.verdict == .insufficientScope(["admin"]))
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test(arguments: UnauthorizedPolicy.allCases)
    func `invariant 17: a call for another kind of sign-in is an outcome of its own`(policy: UnauthorizedPolicy)
        async throws
    {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = policy }.signedIn()
        fixture.transport.always(
            "/transfers",
            ScriptedTransport.unauthorized(
                "Bearer error=\"insufficient_user_authentication\", acr_values=\"mfa hw\", max_age=300"))
        let answer = try await fixture.session.send(try fixture.request("POST", "/transfers"))
        #expect(answer.verdict == .stepUpRequired(acrValues: ["mfa", "hw"], maxAge: .seconds(300), claims: nil))
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.count("stepUpRequired") == 1)
        #expect(fixture.count("unauthorized") == 0)
    }

    @Test(arguments: [
        "eyJhY2Nlc3NfdG9rZW4iOnsibmJmIjp7ImVzc2VudGlhbCI6dHJ1ZSwgInZhbHVlIjoiMTYwNDEwNjY1MSJ9fX0=",
        "eyJhY2Nlc3NfdG9rZW4iOnsibmJmIjp7ImVzc2VudGlhbCI6dHJ1ZSwgInZhbHVlIjoiMTYwNDEwNjY1MSJ9fX0",
        #"{\"access_token\":{\"nbf\":{\"essential\":true, \"value\":\"1604106651\"}}}"#,
    ])
    func `end 7: a claims challenge is a step-up that names the claims`(claims: String) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/graph",
            ScriptedTransport.unauthorized("Bearer realm=\"\", error=\"insufficient_claims\", claims=\"\(claims)\""))
        let answer = try await fixture.session.send(try fixture.request("GET", "/graph"))
        let asked = #"{"access_token":{"nbf":{"essential":true, "value":"1604106651"}}}"#
        #expect(answer.verdict == .stepUpRequired(acrValues: [], maxAge: nil, claims: asked))
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
        let event = try #require(fixture.events.first { $0.name == "stepUpRequired" })
        guard case .stepUpRequired(_, _, _, asked) = event.kind else {
            Issue.record("\(event.kind)")
            return
        }
        #expect(fixture.count("unauthorized") == 0)
    }

    @Test func `end 7: claims that can't be read are a step-up without them`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/graph", ScriptedTransport.unauthorized("Bearer error=\"insufficient_claims\", claims=\"%%%\""))
        let answer = try await fixture.session.send(try fixture.request("GET", "/graph"))
        #expect(answer.verdict == .stepUpRequired(acrValues: [], maxAge: nil, claims: nil))
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `invariant 18: a retry repeats method, fields and body, and its answer is the caller's`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedAPI(accepting: ["A2"]).answer)
        fixture.transport.once("/token", ScriptedTransport.tokens())
        let order = try fixture.request(
            "POST", headers: ["Content-Type": "text/plain", "Idempotency-Key": "7"], body: .text("one coffee"))
        let answer = try await fixture.session.send(order)
        #expect(answer.response.status == 200)
        #expect(answer.verdict == .accepted)
        let sent = fixture.transport.requests(to: "/orders")
        #expect(sent.map(\.method) == ["POST", "POST"])
        #expect(sent.map(\.bodyText) == ["one coffee", "one coffee"])
        #expect(sent.map { $0.headers["Idempotency-Key"] } == ["7", "7"])
        #expect(sent.map { $0.headers["Authorization"] } == ["Bearer A1", "Bearer A2"])
    }

    @Test func `invariant 19: many 401s to a fresh token end the session once`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let everyoneIsIn = Gate()
        fixture.transport.always(
            "/orders", ScriptedTransport.held(by: everyoneIsIn, ScriptedTransport.unauthorized()))
        fixture.transport.always("/userinfo", ScriptedTransport.answer(401))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let gate = Gate()
        fixture.transport.always("/token", ScriptedTransport.held(by: gate, ScriptedTransport.tokens()))
        let session = fixture.session
        let request = try fixture.request()
        let calls = (0..<20).map { _ in Task { try await session.send(request) } }
        try await fixture.transport.received(20, at: "/orders")
        everyoneIsIn.open()
        try await until { await session.status.refreshWaiters == 20 }
        gate.open()
        for call in calls { #expect(try await call.value.response.status == 401) }
        #expect(fixture.tokenRequests.count == 1)
        #expect(fixture.count("forcedOut") == 1)
    }
}
