import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// An API that rejects tokens which the provider has just issued.
@Suite(.timeLimit(.minutes(5)))
struct OneAPITests {
    private static let user = "{\"sub\":\"alice\"}"

    /// An API whose bare 401 no token can change, and a provider that issues a new token at each refresh.
    private func fixture(
        _ userInfo: @escaping ScriptedTransport.Answer, challenge: String? = nil,
        policy: UnauthorizedPolicy = .refreshThenForceLogout
    ) async throws -> SessionFixture {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = policy }.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(challenge))
        fixture.transport.always("/userinfo", userInfo)
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        return fixture
    }

    @Test func `invariant 43: where userinfo accepts the fresh token the session lives and the caller learns why`()
        async throws
    {
        let fixture = try await fixture(ScriptedTransport.json(Self.user))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.response.status == 401)
        #expect(answer.verdict == .rejectedByAPI(nil))
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.transport.requests(to: "/userinfo").map { $0.headers["Authorization"] } == ["Bearer A2"])
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
        #expect(await fixture.session.status.verifiedAt != nil)
        #expect(await fixture.session.status.userInfo?.subject == "alice")

        // The token is good elsewhere, and another bare 401 spends no further refresh.
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        let again = try await fixture.session.send(try fixture.request())
        #expect(again.verdict == .rejectedByAPI(nil))
        #expect(again.facts.attempts == 1)
        #expect(fixture.tokenRequests.count == 1)
        #expect(fixture.transport.requests(to: "/userinfo").count == 1)
    }

    @Test func `invariant 43: where userinfo says 401 too the session ends, its tokens are revoked`() async throws {
        let fixture = try await fixture(ScriptedTransport.answer(401))
        let answer = try await fixture.session.send(try fixture.request())
        let end = SessionEnd.forcedOut(request: "GET /orders")
        #expect(answer.verdict == .sessionEnded(nil, end))
        #expect(await fixture.session.state == .noSession(end))
        await fixture.session.finishRevocations(within: .seconds(5))
        #expect(fixture.transport.requests(to: "/revoke").contains { $0.form["token"] == "R2" })
        #expect(fixture.count("forcedOut") == 1)
    }

    private static let wrongAudience = "Bearer error=\"invalid_token\", error_description=\"The audience is invalid\""

    @Test func `end 2, invariant 43: an API that wants another audience ends nobody's session`() async throws {
        let fixture = try await fixture(ScriptedTransport.json(Self.user), challenge: Self.wrongAudience)
        for attempts in [2, 1, 1] {
            let answer = try await fixture.session.send(try fixture.request())
            #expect(answer.rejectedByAPI?.error == "invalid_token")
            #expect(answer.facts.attempts == attempts)
        }
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.tokenRequests.count == 1)
        #expect(fixture.transport.requests(to: "/userinfo").count == 1)
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
    }

    @Test func `end 2: userinfo's word does not count for ever, and is asked for again before a refresh`() async throws
    {
        let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: nil))
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(Self.wrongAudience))
        fixture.transport.once("/token", ScriptedTransport.tokens(expiresIn: nil))
        fixture.transport.once("/userinfo", ScriptedTransport.json(Self.user))
        for seconds in [0, 59] {
            fixture.clock.advance(by: .seconds(seconds))
            #expect(try await fixture.session.send(try fixture.request()).rejectedByAPI != nil)
        }
        #expect(fixture.transport.requests(to: "/userinfo").count == 1)
        fixture.clock.advance(by: .seconds(1))
        fixture.transport.once("/userinfo", ScriptedTransport.json(Self.user))
        #expect(try await fixture.session.send(try fixture.request()).rejectedByAPI != nil)
        #expect(fixture.transport.requests(to: "/userinfo").count == 2)
        #expect(fixture.tokenRequests.count == 1)
        // The provider has ended the session meanwhile.
        fixture.clock.advance(by: .seconds(60))
        fixture.transport.once("/userinfo", ScriptedTransport.answer(401))
        fixture.transport.once("/token", ScriptedTransport.refusal("invalid_grant"))
        _ = try await fixture.session.send(try fixture.request())
        #expect(await !fixture.session.state.isAuthenticated)
    }

    @Test func `end 2: a session that can't be refreshed does not end on one API's word either`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(refresh: nil))
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(Self.wrongAudience))
        fixture.transport.once("/userinfo", ScriptedTransport.json(Self.user))
        #expect(try await fixture.session.send(try fixture.request()).rejectedByAPI != nil)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.transport.requests(to: "/userinfo").count == 1)
    }

    @Test(arguments: [nil, wrongAudience])
    func `end 2: what no userinfo has confirmed ends the session and revokes nothing`(challenge: String?) async throws {
        let fixture = SessionFixture()
        fixture.transport.always(
            "/.well-known/openid-configuration",
            ScriptedTransport.json(
                """
                {"issuer":"\(SessionFixture.issuer)","token_endpoint":"\(SessionFixture.issuer)/token",
                "revocation_endpoint":"\(SessionFixture.issuer)/revoke","jwks_uri":"\(SessionFixture.issuer)/keys"}
                """))
        try await fixture.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(challenge))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        _ = try await fixture.session.send(try fixture.request())
        #expect(await fixture.session.state == .noSession(.forcedOut(request: "GET /orders")))
        await fixture.session.finishRevocations(within: .seconds(5))
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
    }

    @Test func `end 2: the policy logout ends the session on an API's word and revokes nothing`() async throws {
        let fixture = try await fixture(
            ScriptedTransport.json(Self.user), challenge: Self.wrongAudience, policy: .forceLogout)
        _ = try await fixture.session.send(try fixture.request())
        #expect(await !fixture.session.state.isAuthenticated)
        await fixture.session.finishRevocations(within: .seconds(5))
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
    }

    static let silent: [(name: String, answer: ScriptedTransport.Answer)] = [
        ("the network", ScriptedTransport.failure(.couldNotResolve(host: "issuer.example"))),
        ("500", ScriptedTransport.answer(500)), ("403", ScriptedTransport.answer(403)),
        ("429", ScriptedTransport.answer(429)), ("another user", ScriptedTransport.json("{\"sub\":\"\"}")),
        ("a lacking scope", ScriptedTransport.unauthorized("Bearer error=\"insufficient_scope\"")),
    ]

    @Test(arguments: silent.map(\.name))
    func `invariant 43: where userinfo proves nothing the session is kept`(name: String) async throws {
        let answer = try #require(Self.silent.first { $0.name == name }).answer
        let fixture = try await fixture(answer)
        #expect(try await fixture.session.send(try fixture.request()).verdict == .rejected(nil))
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.transport.requests(to: "/revoke").isEmpty)
    }

    @Test func `invariant 43: without a userinfo endpoint a second 401 ends the session`() async throws {
        let fixture = SessionFixture()
        fixture.transport.always(
            "/.well-known/openid-configuration",
            ScriptedTransport.json(
                """
                {"issuer":"\(SessionFixture.issuer)","token_endpoint":"\(SessionFixture.issuer)/token",
                "jwks_uri":"\(SessionFixture.issuer)/keys"}
                """))
        try await fixture.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(nil))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        _ = try await fixture.session.send(try fixture.request())
        #expect(await fixture.session.state == .noSession(.forcedOut(request: "GET /orders")))
    }

    @Test(arguments: [200, 401])
    func `invariant 43: many fresh 401s ask userinfo once`(status: Int) async throws {
        let gate = Gate()
        let answer =
            status == 200 ? ScriptedTransport.json(Self.user) : ScriptedTransport.answer(status)
        let fixture = try await fixture(ScriptedTransport.held(by: gate, answer))
        let everyoneIsIn = Gate()
        fixture.transport.always(
            "/orders", ScriptedTransport.held(by: everyoneIsIn, ScriptedTransport.unauthorized(nil)))
        let session = fixture.session
        let request = try fixture.request()
        let calls = (0..<20).map { _ in Task { try await session.send(request) } }
        try await fixture.transport.received(20, at: "/orders")
        everyoneIsIn.open()
        try await fixture.transport.received(40, at: "/orders")
        try await until { await session.status.unauthorizedCount == 40 }
        gate.open()
        for call in calls {
            let verdict = try await call.value.verdict
            #expect(
                verdict
                    == (status == 200
                        ? .rejectedByAPI(nil) : .sessionEnded(nil, .forcedOut(request: "GET /orders"))))
        }
        #expect(fixture.transport.requests(to: "/userinfo").count == 1)
        #expect(fixture.tokenRequests.count == 1)
        #expect(fixture.count("forcedOut") == (status == 200 ? 0 : 1))
    }

    @Test(arguments: [200, 401])
    func `invariant 9: userinfo's late opinion of an earlier user's token says nothing of the present session`(
        status: Int
    ) async throws {
        let gate = Gate()
        let opinion = status == 200 ? ScriptedTransport.json(Self.user) : ScriptedTransport.answer(status)
        let fixture = try await fixture(ScriptedTransport.late(by: gate, opinion))
        let session = fixture.session
        let request = try fixture.request()
        let call = Task { try await session.send(request) }
        try await fixture.transport.received(1, at: "/userinfo")
        try await session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        let count = await session.status.unauthorizedCount
        gate.open()
        #expect(try await call.value.verdict == .sessionChanged(nil))
        #expect(await session.status.userInfo == nil)
        #expect(await session.status.subject == nil)
        #expect(await session.status.unauthorizedCount == count)
        #expect(fixture.count("userInfoFetched") == 0)
        #expect(try await session.accessToken().value.reveal() == "B1")
    }

    @Test func `invariant 43: the policy logout still believes the API at once`() async throws {
        let fixture = try await fixture(ScriptedTransport.json(Self.user), policy: .forceLogout)
        _ = try await fixture.session.send(try fixture.request())
        #expect(await fixture.session.state == .noSession(.forcedOut(request: "GET /orders")))
        #expect(fixture.transport.requests(to: "/userinfo").isEmpty)
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `invariant 43: the causes of the end lead from userinfo to the API's request`() async throws {
        let fixture = try await fixture(ScriptedTransport.answer(401))
        _ = try await fixture.session.send(try fixture.request())
        let events = fixture.events
        let end = try #require(events.first { $0.name == "forcedOut" })
        var chain = [end]
        while let last = chain.last, let cause = events.first(where: { $0.sequence == last.cause }) {
            chain.append(cause)
        }
        #expect(chain.map(\.name) == ["forcedOut", "unauthorized", "unauthorized", "requestStarted"])
    }
}

extension AuthorizedResponse {
    /// The challenge of an API that alone rejects the token; `nil` for any other verdict.
    fileprivate var rejectedByAPI: AuthenticationChallenge? {
        if case .rejectedByAPI(let challenge) = verdict { challenge } else { nil }
    }
}
