import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Refreshes that are refused without `invalid_grant`.
@Suite(.timeLimit(.minutes(5)))
struct SuspicionTests {
    static let doubtful: [(name: String, answer: ScriptedTransport.Answer, refusal: RefreshRefusal)] =
        [400, 401, 403].map {
            ("\($0) without a body", ScriptedTransport.answer($0), .unexplained(status: $0))
        } + [
            ("400 with a page", ScriptedTransport.answer(400, text: "<html>"), .unexplained(status: 400)),
            (
                "400 with an empty error", ScriptedTransport.json("{\"error\":\"\"}", status: 400),
                .unexplained(status: 400)
            ),
        ]
        + [("invalid_request", 400), ("invalid_token", 401), ("invalid_request", 403)].map {
            (
                "\($0.1) \($0.0)", ScriptedTransport.refusal($0.0, status: $0.1),
                .named(OAuthError(code: $0.0, detail: "because", status: $0.1))
            )
        }

    static let innocent: [(name: String, answer: ScriptedTransport.Answer)] =
        [404, 408, 429, 500, 503].map { ("\($0)", ScriptedTransport.answer($0)) }
        + ["invalid_client", "unauthorized_client", "unsupported_grant_type", "temporarily_unavailable", "slow_down"]
        .map { ($0, ScriptedTransport.refusal($0)) }
        + [
            ("429 invalid_request", ScriptedTransport.refusal("invalid_request", status: 429)),
            ("503 invalid_request", ScriptedTransport.refusal("invalid_request", status: 503)),
            ("404 invalid_request", ScriptedTransport.refusal("invalid_request", status: 404)),
            ("200 invalid_token", ScriptedTransport.refusal("invalid_token", status: 200)),
            ("200 that can't be read", ScriptedTransport.answer(200, text: "<html>")),
            ("200 without a token", ScriptedTransport.json("{}")),
            ("a broken connection", ScriptedTransport.failure(.brokenOff("reset"))),
        ]

    /// One refresh that fails, and its error.
    private func refused(_ fixture: SessionFixture) async -> SessionError? {
        let session = fixture.session
        return await sessionError { _ = try await session.accessToken() }
    }

    @Test(arguments: doubtful.map(\.name))
    func `invariant 42: a refusal without a reason makes the session suspect, a second one ends it`(name: String)
        async throws
    {
        let (_, answer, refusal) = try #require(Self.doubtful.first { $0.name == name })
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", answer)
        fixture.expireAccessToken()
        let error = await refused(fixture)
        switch refusal {
        case .named(let named): #expect(error == .refused(named, during: .token))
        case .unexplained(let status):
            #expect(error == .server(status: status, during: .token, retryAfter: nil))
        }
        #expect(await fixture.session.state.isAuthenticated)
        let suspicion = try #require(await fixture.session.status.suspicion)
        #expect(suspicion.refusal == refusal)
        #expect(suspicion.count == 1)
        #expect(fixture.count("suspected") == 1)
        #expect(fixture.count("refreshFailed") == 1)

        fixture.clock.advance(by: .seconds(1))
        let end = SessionEnd.refreshRejected(refusal)
        #expect(await refused(fixture) == .sessionExpired(end))
        #expect(await fixture.session.state == .noSession(end))
        #expect(await fixture.session.status.suspicion == nil)
        #expect(fixture.tokenRequests.count == 2)
        #expect(fixture.story.suffix(3) == ["refreshStarted", "refreshRejected", "forcedOut"])
    }

    @Test func `invariant 42: the end names the status where no reason was given`() {
        let end = SessionEnd.refreshRejected(.unexplained(status: 400))
        #expect("\(end)" == "the provider no longer accepts the refresh token: 400, no reason given")
    }

    @Test(arguments: innocent.map(\.name))
    func `invariant 42: no other answer makes a session suspect, however often it comes`(name: String) async throws {
        let answer = try #require(Self.innocent.first { $0.name == name }).answer
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", answer)
        fixture.expireAccessToken()
        for _ in 0..<4 {
            #expect(await refused(fixture) != nil)
            fixture.clock.advance(by: .seconds(60))
        }
        #expect(fixture.tokenRequests.count >= 4)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(await fixture.session.status.suspicion == nil)
    }

    @Test func `invariant 42: a suspect session lives as long as its access token`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: .seconds(600)))
        fixture.transport.always("/token", ScriptedTransport.answer(400))
        let session = fixture.session
        for count in 1...3 {
            _ = await sessionError { try await session.refresh() }
            #expect(await session.status.suspicion?.count == count)
            fixture.clock.advance(by: .seconds(60))
        }
        #expect(try await session.accessToken().value.reveal() == "A1")
        fixture.clock.advance(by: .seconds(600))
        #expect(await refused(fixture) == .sessionExpired(.refreshRejected(.unexplained(status: 400))))
    }

    @Test func `invariant 42: an access token that was answered 401 is of no use either`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: .seconds(600)))
        fixture.transport.always("/token", ScriptedTransport.answer(400))
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        let session = fixture.session
        _ = await sessionError { try await session.refresh() }
        fixture.clock.advance(by: .seconds(1))
        let request = try fixture.request()
        _ = try? await session.send(request)
        #expect(await session.state == .noSession(.refreshRejected(.unexplained(status: 400))))
    }

    @Test func `invariant 42: a refresh that succeeds clears the suspicion`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.answer(400))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.transport.once("/token", ScriptedTransport.answer(400))
        fixture.expireAccessToken()
        _ = await refused(fixture)
        fixture.clock.advance(by: .seconds(1))
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        #expect(await fixture.session.status.suspicion == nil)
        #expect(try await !fixture.store.text.contains("suspicion"))
        fixture.expireAccessToken()
        _ = await refused(fixture)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(await fixture.session.status.suspicion?.count == 1)
    }

    @Test func `invariant 42: processes that end after one refresh each get there together`() async throws {
        let first = try await SessionFixture().signedIn()
        first.transport.always("/token", ScriptedTransport.answer(400))
        first.expireAccessToken()
        _ = await refused(first)

        func next() async throws -> SessionFixture {
            let fixture = SessionFixture(store: first.store, clock: first.clock, transport: first.transport)
            try await fixture.session.configure()
            return fixture
        }
        let tooSoon = try await next()
        #expect(await tooSoon.session.status.suspicion?.count == 1)
        #expect(await refused(tooSoon) == .server(status: 400, during: .token, retryAfter: nil))
        #expect(await tooSoon.session.state.isAuthenticated)
        #expect(tooSoon.count("suspected") == 0)

        first.clock.advance(by: .seconds(1))
        let last = try await next()
        #expect(await refused(last) == .sessionExpired(.refreshRejected(.unexplained(status: 400))))
        #expect(try await first.store.read().map { String(decoding: $0, as: UTF8.self) }?.contains("\"R1\"") != true)
    }

    @Test func `invariant 42: a provider that asks to be left alone is given that time by every process`() async throws
    {
        let first = try await SessionFixture().signedIn()
        first.transport.always("/token", ScriptedTransport.answer(403, headers: ["Retry-After": "40"]))
        first.expireAccessToken()
        _ = await refused(first)
        for (seconds, isOver) in [(39, false), (1, true)] {
            first.clock.advance(by: .seconds(seconds))
            let next = SessionFixture(store: first.store, clock: first.clock, transport: first.transport)
            try await next.session.configure()
            _ = await refused(next)
            #expect(await next.session.state.isAuthenticated == !isOver)
        }
    }

    @Test func `invariant 42: what another process clears is cleared here`() async throws {
        let one = try await SessionFixture().signedIn()
        one.transport.once("/token", ScriptedTransport.answer(400))
        one.expireAccessToken()
        _ = await refused(one)
        let two = SessionFixture(store: one.store, clock: one.clock, transport: one.transport)
        try await two.session.configure()
        #expect(await two.session.status.suspicion != nil)
        one.clock.advance(by: .seconds(1))
        one.transport.once("/token", ScriptedTransport.tokens())
        _ = try await one.session.accessToken()
        one.clock.advance(by: .seconds(1))
        await two.session.checkStore()
        #expect(await two.session.status.suspicion == nil)
        #expect(try await two.session.accessToken().value.reveal() == "A2")
    }

    @Test func `invariant 42: a new sign-in begins without suspicion`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.answer(400))
        fixture.expireAccessToken()
        _ = await refused(fixture)
        try await fixture.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(await fixture.session.status.suspicion == nil)
        #expect(try await !fixture.store.text.contains("suspicion"))
    }

    @Test func `invariant 42: a clock that was set back does not keep a dead session for ever`() async throws {
        let first = try await SessionFixture().signedIn(GivenTokens(refresh: "R1"))
        first.transport.always("/token", ScriptedTransport.answer(400))
        first.expireAccessToken()
        _ = await refused(first)
        first.clock.jumpWallClock(by: .seconds(-7_200))
        var isOver = false
        for _ in 0..<4 where !isOver {
            let next = SessionFixture(store: first.store, clock: first.clock, transport: first.transport)
            try await next.session.configure()
            let session = next.session
            first.clock.advance(by: .seconds(61))
            _ = await sessionError { try await session.refresh() }
            isOver = await !session.state.isAuthenticated
        }
        #expect(isOver)
    }
}
