import SessionCore
import TestSupport
import Testing

/// Answers that come late, and tokens that come from elsewhere.
@Suite(.timeLimit(.minutes(5)))
struct LateTests {
    private let bob = GivenTokens(access: "B1", refresh: "S1")

    @Test func `invariant 10: an optional request of an earlier user is not sent bare either`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens()))
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        fixture.expireAccessToken()
        let session = fixture.session
        let request = try fixture.request()
        let sending = Task { try await session.send(request, authorization: .optional) }
        try await until { await session.status.refreshWaiters == 1 }
        try await session.signIn(bob)
        #expect(await sessionError { _ = try await sending.value } == .sessionChanged)
        #expect(fixture.transport.requests(to: "/orders").isEmpty)
    }

    @Test func `invariant 9: the userinfo of an earlier user is not taken for the present one's`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.once(
            "/userinfo", ScriptedTransport.held(by: gate, ScriptedTransport.json("{\"sub\":\"alice\"}")))
        let session = fixture.session
        let asking = Task { try await session.fetchUserInfo() }
        try await fixture.transport.received(1, at: "/userinfo")
        try await session.signIn(bob)
        let verifiedAt = await session.status.verifiedAt
        fixture.clock.advance(by: .seconds(1))
        gate.open()
        #expect(await sessionError { _ = try await asking.value } == .sessionChanged)
        #expect(await session.status.userInfo == nil)
        #expect(await session.status.subject == nil)
        #expect(await session.status.verifiedAt == verifiedAt)
        #expect(fixture.count("ignoredLateAnswer") == 1)
    }

    @Test func `invariant 9: userinfo's 401 to an earlier user's token leaves the present session alone`() async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.once("/userinfo", ScriptedTransport.held(by: gate, ScriptedTransport.answer(401)))
        let session = fixture.session
        let asking = Task { try await session.fetchUserInfo() }
        try await fixture.transport.received(1, at: "/userinfo")
        try await session.signIn(GivenTokens(access: "B1", refresh: nil))
        gate.open()
        #expect(await sessionError { _ = try await asking.value } == .sessionChanged)
        #expect(await session.state.isAuthenticated)
        #expect(try await session.accessToken().value.reveal() == "B1")
        #expect(await session.status.unauthorizedCount == 0)
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `invariant 9: a late 401 to a token that was replaced does not end the session under logout`()
        async throws
    {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .forceLogout }.signedIn()
        let gate = Gate()
        fixture.transport.once("/orders", ScriptedTransport.held(by: gate, ScriptedTransport.unauthorized()))
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        let session = fixture.session
        let request = try fixture.request()
        let late = Task { try await session.send(request) }
        try await fixture.transport.received(1, at: "/orders")
        try await session.refresh()
        gate.open()
        #expect(try await late.value.verdict == .accepted)
        #expect(fixture.transport.requests(to: "/orders").last?.headers["Authorization"] == "Bearer A2")
        #expect(await session.state.isAuthenticated)
    }

    @Test func `a token that another process brought before the request began proves nothing, and is not sent again`()
        async throws
    {
        let one = try await SessionFixture().signedIn()
        let two = SessionFixture(store: one.store, clock: one.clock, transport: one.transport)
        try await two.session.configure()
        one.transport.once("/token", ScriptedTransport.tokens())
        try await one.session.refresh()
        one.clock.advance(by: .milliseconds(10))
        // It has looked at the store a moment ago, and sends the old token first.
        one.transport.always("/orders", ScriptedTransport.unauthorized())
        let answer = try await two.session.send(try two.request())
        #expect(answer.facts.attempts == 2)
        #expect(
            one.transport.requests(to: "/orders").map { $0.headers["Authorization"] } == ["Bearer A1", "Bearer A2"])
        guard case .rejected = answer.verdict else {
            Issue.record("\(answer.verdict)")
            return
        }
        #expect(await two.session.state.isAuthenticated)
        #expect(one.tokenRequests.count == 1)
        one.transport.once("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        #expect(try await two.session.accessToken().value.reveal() == "A3")
    }

    @Test func `the policy report leaves the token as it is`() async throws {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .report }.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        _ = try await fixture.session.send(try fixture.request())
        #expect(try await fixture.session.accessToken().value.reveal() == "A1")
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `a session that userinfo ended with an API is revoked at the provider`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/userinfo", ScriptedTransport.answer(401))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        _ = try await fixture.session.send(try fixture.request())
        await fixture.session.finishRevocations(within: .seconds(5))
        #expect(fixture.transport.requests(to: "/revoke").contains { $0.form["token"] == "R2" })
    }

    @Test func `invariant 28: after invalid_grant a newer stored refresh token is tried, its access token over or not`()
        async throws
    {
        let one = try await SessionFixture().signedIn()
        let two = SessionFixture(store: one.store, clock: one.clock, transport: one.transport)
        try await two.session.configure()
        one.expireAccessToken()
        // Without a lock another process refreshes while this one's request is under way; what it got is over as well.
        let store = one.store
        let newer = SessionFixture(store: one.store, clock: one.clock)
        try await newer.session.configure()
        newer.transport.always("/token", ScriptedTransport.tokens(expiresIn: "5"))
        let saved = try #require(try await store.read())
        try await newer.session.refresh()
        one.clock.advance(by: .seconds(6))
        let written = try #require(try await store.read())
        try await store.write(saved)
        one.transport.once("/token") { request in
            try await store.write(written)
            return try await ScriptedTransport.refusal("invalid_grant")(request)
        }
        one.transport.once("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        #expect(try await two.session.accessToken().value.reveal() == "A3")
        #expect(one.tokenRequests.map { $0.form["refresh_token"] } == ["R1", "R2"])
        #expect(await two.session.state.isAuthenticated)
    }

    @Test func `invariant 29: a refresh whose session has gone is not sent again`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always(
            "/token", ScriptedTransport.late(by: gate, ScriptedTransport.failure(.brokenOff("reset"))))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let session = fixture.session
        let refresh = Task { try await session.refresh() }
        try await fixture.transport.received(1, at: "/token")
        let signOut = Task { try await session.signOut(force: true) }
        _ = await sessionError { try await refresh.value }
        gate.open()
        _ = try await signOut.value
        // The lock is free as soon as the refresh has come to its end.
        try await fixture.store.lock(within: .seconds(5), clock: fixture.clock).release()
        #expect(fixture.tokenRequests.count == 1)
    }
}
