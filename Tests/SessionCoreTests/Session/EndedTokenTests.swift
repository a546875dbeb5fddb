import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Tokens that run out on their way: a 401 to them says nothing about the next one.
@Suite(.timeLimit(.minutes(5)))
struct EndedTokenTests {
    private static let invalid = "Bearer error=\"invalid_token\""

    /// What takes longer than the tokens live.
    enum Slowness: CaseIterable, Sendable {
        case api, tokenEndpoint, store
    }

    @Test(arguments: Slowness.allCases, [UnauthorizedPolicy.refreshThenForceLogout, .forceLogout])
    func `end 3, invariant 49: whatever is slow, a token that ran out on its way ends no session`(
        slowness: Slowness, policy: UnauthorizedPolicy
    ) async throws {
        let clock = TestClock()
        let store = SlowStore(clock: clock, delay: slowness == .store ? .seconds(3) : .zero)
        let fixture = try await SessionFixture(store: store, clock: clock) { $0.unauthorizedPolicy = policy }.signedIn()
        let tokens = ScriptedTransport.tokens(expiresIn: "2")
        fixture.transport.always("/token") { request in
            if slowness == .tokenEndpoint { clock.advance(by: .seconds(3)) }
            return try await tokens(request)
        }
        fixture.transport.always("/orders") { request in
            if slowness == .api { clock.advance(by: .seconds(3)) }
            return try await ScriptedTransport.unauthorized(Self.invalid)(request)
        }
        fixture.transport.always("/userinfo", ScriptedTransport.unauthorized(Self.invalid))
        fixture.expireAccessToken()
        let session = fixture.session
        let request = try fixture.request()
        let verdict = try await session.send(request).verdict
        guard case .rejected(let challenge) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(challenge?.error == "invalid_token")
        #expect(await session.state.isAuthenticated)
        #expect(fixture.count("forcedOut") == 0)

        fixture.transport.always("/token", ScriptedTransport.tokens(access: "A9", refresh: "R9"))
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        fixture.expireAccessToken()
        #expect(try await session.send(request).verdict == .accepted)
    }

    @Test func `end 3: userinfo's opinion of a token that ran out meanwhile proves nothing`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let clock = fixture.clock
        fixture.transport.always("/orders", ScriptedTransport.unauthorized(nil))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/userinfo") { request in
            clock.advance(by: .seconds(60))
            return try await ScriptedTransport.answer(401)(request)
        }
        #expect(try await fixture.session.send(try fixture.request()).verdict == .rejected(nil))
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `end 3: userinfo that answers when the token has run out ends nothing, and is not asked for ever`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let (session, clock) = (fixture.session, fixture.clock)
        clock.advance(by: .seconds(1))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/userinfo") { request in
            clock.advance(by: .seconds(61))
            return try await ScriptedTransport.answer(401)(request)
        }
        let error = await sessionError { try await session.fetchUserInfo() }
        #expect(error == .server(status: 401, during: .userInfo, retryAfter: nil))
        #expect(await session.state.isAuthenticated)
        #expect(fixture.transport.requests(to: "/userinfo").count == 2)
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `end 6: a userinfo that rejects the token by 403 is worth one refresh`() async throws {
        for body in ["Bad_OAuth_Token", #"{"error":"invalid_token"}"#] {
            let fixture = try await SessionFixture().signedIn(GivenTokens(expiresIn: nil))
            let session = fixture.session
            fixture.clock.advance(by: .seconds(7_200))
            fixture.transport.once("/userinfo", ScriptedTransport.answer(403, text: body))
            fixture.transport.once("/userinfo", ScriptedTransport.json("{\"sub\":\"alice\"}"))
            fixture.transport.always("/token", ScriptedTransport.tokens(refresh: nil, expiresIn: nil))
            #expect(try await session.fetchUserInfo().subject == "alice")
            #expect(fixture.tokenRequests.count == 1)
            fixture.clock.advance(by: .seconds(7_200))
            fixture.transport.always("/userinfo", ScriptedTransport.answer(403, text: body))
            let error = await sessionError { _ = try await session.fetchUserInfo() }
            #expect(error != nil)
            #expect(fixture.tokenRequests.count == 2)
            #expect(await session.state.isAuthenticated)
            #expect(await session.status.unauthorizedCount == 0)
        }
    }

    @Test(arguments: ["", "Missing_OAuth_Token", #"{"error":"insufficient_scope"}"#])
    func `invariant 16: any other 403 of userinfo spends no refresh token`(body: String) async throws {
        let fixture = try await SessionFixture().signedIn()
        let session = fixture.session
        fixture.transport.always("/userinfo", ScriptedTransport.answer(403, text: body))
        let error = await sessionError { _ = try await session.fetchUserInfo() }
        #expect(error != nil)
        #expect(fixture.tokenRequests.isEmpty)
    }
}

/// A store whose writing takes its time.
private struct SlowStore: SessionStore {
    let base = MemoryStore()
    let clock: TestClock
    let delay: Duration

    func read() async throws -> [UInt8]? { try await base.read() }

    func write(_ record: [UInt8]) async throws {
        clock.advance(by: delay)
        try await base.write(record)
    }

    func remove() async throws { try await base.remove() }

    func setAside() async throws -> String { try await base.setAside() }

    func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        try await base.lock(within: limit, clock: clock)
    }
}
