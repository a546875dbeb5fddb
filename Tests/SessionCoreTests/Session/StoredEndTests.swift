import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoredEndTests {
    private static let end = SessionEnd.refreshRejected(
        .named(OAuthError(code: "invalid_grant", detail: "because", status: 400)))

    private func another(_ one: SessionFixture) -> SessionFixture {
        SessionFixture(store: one.store, clock: one.clock, transport: one.transport)
    }

    private func forcedOut() async throws -> (one: SessionFixture, two: SessionFixture) {
        let one = SessionFixture(change: { $0.program = "token" })
        try await one.signedIn()
        let two = another(one)
        try await two.session.configure()
        one.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        one.expireAccessToken()
        let session = one.session
        #expect(await sessionError { _ = try await session.accessToken() } == .sessionExpired(Self.end))
        return (one, two)
    }

    @Test func `loss 10: invariant 45: a session that shares the store learns why it was forced out, and by whom`()
        async throws
    {
        let (_, two) = try await forcedOut()
        await two.session.checkStore()
        #expect(await two.session.state == .noSession(Self.end))
        let ended = try #require(await two.session.status.endedSession)
        #expect(ended.end == Self.end)
        #expect(ended.program == "token")
        #expect(ended.generation == 1)
        #expect(two.events.last?.kind == .endedElsewhere(ended))
        #expect(two.count("forcedOut") == 0)
        let session = two.session
        #expect(await sessionError { _ = try await session.accessToken() } == .sessionExpired(Self.end))
    }

    @Test func `loss 10: invariant 45: a later process reads the end, which holds no secret, until the next sign-in`()
        async throws
    {
        let (one, _) = try await forcedOut()
        #expect(try await one.store.holdsNoToken)
        #expect(try await !one.store.text.contains("R1"))
        #expect(try await !one.store.text.contains("A1"))
        let later = another(one)
        try await later.session.configure()
        #expect(await later.session.state == .noSession(Self.end))
        #expect(later.story == ["endedElsewhere", "configured"])
        try await later.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(await later.session.status.generation == 2)
        #expect(await later.session.status.endedSession == nil)
        #expect(try await !one.store.text.contains("\"end\""))
    }

    @Test(arguments: [
        SessionEnd.forcedOut(request: "GET /orders"), .userInfoRejected, .expiredWithoutRefreshToken, .signedOut,
    ])
    func `loss 10: every end is read as it was written`(end: SessionEnd) async throws {
        let fixture = SessionFixture(change: { $0.unauthorizedPolicy = .forceLogout })
        let refresh: String? = end == .expiredWithoutRefreshToken || end == .userInfoRejected ? nil : "R1"
        try await fixture.signedIn(GivenTokens(refresh: refresh))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/userinfo", ScriptedTransport.unauthorized())
        switch end {
        case .forcedOut: _ = try? await fixture.session.send(try fixture.request())
        case .userInfoRejected: _ = try? await fixture.session.fetchUserInfo()
        case .expiredWithoutRefreshToken:
            fixture.expireAccessToken()
            _ = try? await fixture.session.accessToken()
        default: try await fixture.session.signOut(force: true)
        }
        #expect(await fixture.session.state == .noSession(end))
        let later = another(fixture)
        try await later.session.configure()
        #expect(await later.session.state == .noSession(end))
        #expect(await later.session.status.endedSession?.time == fixture.clock.now)
    }

    @Test func `a store without a record of the end says what it said before`() async throws {
        let one = try await SessionFixture().signedIn()
        let two = another(one)
        try await two.session.configure()
        try await one.store.remove()
        two.clock.advance(by: .milliseconds(100))
        await two.session.checkStore()
        #expect(await two.session.state == .noSession(.otherProcess))
        #expect(two.events.last?.kind == .signedOut(.otherProcess))
    }

    @Test func `hole, invariant 45: a process that ends the session later leaves the first one's reason in the store`()
        async throws
    {
        let (one, two) = try await forcedOut()
        // It has not looked at the store since, and ends the session for a reason of its own.
        try await two.session.signOut(force: true)
        let later = another(one)
        try await later.session.configure()
        #expect(await later.session.status.endedSession?.end == Self.end)
        #expect(await later.session.status.endedSession?.program == "token")
    }
}
