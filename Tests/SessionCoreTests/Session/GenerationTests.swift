import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GenerationTests {
    private let bob = GivenTokens(access: "B1", refresh: "S1", subject: "bob")

    @Test(arguments: UnauthorizedPolicy.allCases)
    func `invariant 9: a 401 to an earlier user's token leaves the present session alone`(policy: UnauthorizedPolicy)
        async throws
    {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = policy }.signedIn()
        let gate = Gate()
        fixture.transport.once("/orders", ScriptedTransport.held(by: gate, ScriptedTransport.unauthorized()))
        let session = fixture.session
        let request = try fixture.request()
        let late = Task { try await session.send(request) }
        try await fixture.transport.received(1, at: "/orders")
        try await session.signIn(bob)
        gate.open()
        #expect(try await late.value.consequence == .sessionChanged)
        #expect(await session.state == .authenticated(.signedIn(flow: "given")))
        #expect(await session.status.generation == 2)
        #expect(try await session.accessToken().value.reveal() == "B1")
        #expect(fixture.tokenRequests.isEmpty)
        let event = try #require(fixture.events.first { $0.name == "ignoredLateAnswer" })
        #expect(event.generation == 1)
    }

    @Test func `invariant 10: a request begun under one user is never sent again under another`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/token", ScriptedTransport.held(by: gate, ScriptedTransport.tokens()))
        let session = fixture.session
        let order = try fixture.request("POST", body: .text("one coffee"))
        let sending = Task { try await session.send(order) }
        try await until { await session.status.refreshWaiters == 1 }
        try await session.signIn(bob)
        #expect(try await sending.value.consequence == .sessionChanged)
        #expect(fixture.transport.requests(to: "/orders").map { $0.headers["Authorization"] } == ["Bearer A1"])
    }

    @Test func `invariant 10: nor is one that still waited for its first token`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens()))
        fixture.expireAccessToken()
        let session = fixture.session
        let request = try fixture.request()
        let sending = Task { try await session.send(request) }
        try await until { await session.status.refreshWaiters == 1 }
        try await session.signIn(bob)
        #expect(await sessionError { _ = try await sending.value } == .sessionChanged)
        #expect(fixture.transport.requests(to: "/orders").isEmpty)
    }

    @Test func `invariant 10: a caller whose refresh finds another user signed in is not handed their token`()
        async throws
    {
        let store = MemoryStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        let other = try await SessionFixture().signedIn(bob)
        let lock = try await store.lock(within: .seconds(5), clock: fixture.clock)
        // The token would still do, if it were the same user's.
        fixture.clock.advance(by: .seconds(50))
        let session = fixture.session
        let caller = Task { try await session.accessToken() }
        try await until { await session.status.refreshWaiters == 1 }
        try await store.write(try #require(try await other.store.read()))
        lock.release()
        #expect(await sessionError { _ = try await caller.value } == .sessionChanged)
        #expect(await session.state == .authenticated(.otherProcess))
    }

    @Test(arguments: [true, false])
    func `invariant 11: a refresh that ends after sign-out stores, installs and emits nothing`(isGranted: Bool)
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        let answer = isGranted ? ScriptedTransport.tokens() : ScriptedTransport.refusal("invalid_grant")
        fixture.transport.always("/token", ScriptedTransport.late(by: gate, answer))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        fixture.expireAccessToken()
        let session = fixture.session
        let waiter = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        let signOut = Task { try await session.signOut(force: true) }
        try await until { await session.state == .noSession(.signedOut) }
        #expect(await sessionError { _ = try await waiter.value } == .sessionChanged)
        gate.open()
        try await until { fixture.count("ignoredLateAnswer") == 1 }
        _ = try await signOut.value
        // The revocations of the tokens that came too late are pending.
        try await until { session.workUnderWay.isEmpty }
        #expect(await session.state == .noSession(.signedOut))
        #expect(try await fixture.store.holdsNoToken)
        let changes: Set = ["refreshed", "refreshRejected", "refreshFailed", "forcedOut", "adoptedFromStore"]
        #expect(fixture.story.filter(changes.contains).isEmpty)
    }

    @Test(arguments: [true, false])
    func `invariant 11: nor does one that ends after another sign-in`(isGranted: Bool) async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        let answer = isGranted ? ScriptedTransport.tokens() : ScriptedTransport.refusal("invalid_grant")
        fixture.transport.always("/token", ScriptedTransport.late(by: gate, answer))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        fixture.expireAccessToken()
        let session = fixture.session
        let waiter = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        let signIn = Task { [bob] in try await session.signIn(bob) }
        #expect(await sessionError { _ = try await waiter.value } == .sessionChanged)
        gate.open()
        try await until { fixture.count("ignoredLateAnswer") == 1 }
        try await signIn.value
        #expect(try await session.accessToken().value.reveal() == "B1")
        #expect(try await fixture.store.text.contains("\"B1\""))
        // Its revocation is pending until the provider has answered.
        try await until { try await !fixture.store.text.contains("\"R2\"") }
        let changes: Set = ["refreshed", "refreshRejected", "refreshFailed", "forcedOut"]
        #expect(fixture.story.filter(changes.contains).isEmpty)
    }

    @Test func `invariant 11: the tokens that came too late are revoked`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/token", ScriptedTransport.late(by: gate, ScriptedTransport.tokens()))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        fixture.expireAccessToken()
        let session = fixture.session
        let waiter = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        let signOut = Task { try await session.signOut(force: true) }
        try await until { await !session.state.isAuthenticated }
        gate.open()
        try await fixture.transport.received(4, at: "/revoke")
        _ = await waiter.result
        _ = try await signOut.value
        let revoked = fixture.transport.requests(to: "/revoke").compactMap { $0.form["token"] }
        #expect(Set(revoked) == ["R1", "A1", "R2", "A2"])
    }

    @Test(arguments: [("given", true), ("import", false)])
    func `tokens that were handed in have been accepted by nobody yet`(flow: String, isVerified: Bool) async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(name: flow))
        #expect(await (fixture.session.status.verifiedAt != nil) == isVerified)
    }

    @Test func `a session that was not configured takes no sign-in`() async throws {
        let fixture = SessionFixture()
        let session = fixture.session
        #expect(await sessionError { try await session.signIn(GivenTokens()) } == .notConfigured)
        #expect(await session.state == .unknown)
        #expect(try await fixture.store.read() == nil)
    }

    @Test func `invariant 12: a sign-in replaces the whole record`() async throws {
        let fixture = try await SessionFixture().signedIn(
            GivenTokens(access: "A1", refresh: "R1", subject: "alice", scope: ["openid", "admin"]))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        try await fixture.session.signIn(GivenTokens(access: "B1", expiresIn: nil, refresh: nil))
        // Until then the old tokens are kept to be revoked, beside the new session.
        await fixture.session.finishRevocations(within: .seconds(60))
        let status = await fixture.session.status
        #expect(status.accessToken?.expiry == .unknown)
        #expect(status.refreshToken == nil)
        #expect(status.idToken == nil)
        #expect(status.scope == nil)
        #expect(status.subject == nil)
        #expect(status.refreshDueAt == nil)
        for leftover in ["A1", "R1", "alice", "admin"] {
            #expect(try await !fixture.store.text.contains("\"\(leftover)\""))
        }
    }

    @Test func `invariant 13: after sign-out nothing that was begun before puts the old token on the wire`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        fixture.transport.always("/token", ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens()))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        fixture.expireAccessToken()
        let session = fixture.session
        let request = try fixture.request()
        let queued = Task { try await session.send(request) }
        try await until { await session.status.refreshWaiters == 1 }
        try await session.signOut(force: true)
        #expect(await sessionError { _ = try await queued.value } == .sessionChanged)
        #expect(await sessionError { _ = try await session.send(request) } == .noSession)
        #expect(fixture.transport.requests(to: "/orders").isEmpty)
    }

    @Test func `invariant 13: a sign-in that was on its way when the user signed out creates no session`() async throws
    {
        let signIn = try await SignInUnderWay()
        try await signIn.fixture.session.signOut(force: true)
        #expect(await signIn.release() == .sessionChanged)
        #expect(await signIn.fixture.session.state == .noSession(.noStoredSession))
        #expect(try await signIn.fixture.store.holdsNoToken)
        try await signIn.fixture.transport.received(1, at: "/revoke")
    }

    @Test func `invariant 13: nor does one whose tokens were being stored`() async throws {
        let store = FaultyStore()
        let fixture = SessionFixture(store: store)
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let session = fixture.session
        try await session.configure()
        let gate = Gate()
        store.holdWriting(by: gate)
        let signIn = Task { try await session.signIn(GivenTokens()) }
        try await until { store.writeCount == 1 }
        try await session.signOut(force: true)
        gate.open()
        #expect(await sessionError { try await signIn.value } == .sessionChanged)
        #expect(await session.state == .noSession(.noStoredSession))
        #expect(try await store.holdsNoToken)
    }
}
