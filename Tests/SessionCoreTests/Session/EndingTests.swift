import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EndingTests {
    static let passing: [(name: String, answer: ScriptedTransport.Answer)] = [
        ("a time-out", ScriptedTransport.failure(.timedOut(.connect))),
        ("DNS", ScriptedTransport.failure(.couldNotResolve(host: "issuer.example"))),
        ("TLS", ScriptedTransport.failure(.tls(reason: "certificate has expired"))),
        ("a broken connection", ScriptedTransport.failure(.brokenOff("reset"))),
        ("500", ScriptedTransport.answer(500)),
        ("503 with an OAuth error", ScriptedTransport.refusal("invalid_grant", status: 503)),
        ("429", ScriptedTransport.refusal("invalid_grant", status: 429)),
        ("404", ScriptedTransport.answer(404)),
        ("200 that is cut off", ScriptedTransport.json("{\"access_token\":\"A2\",")),
        ("200 without a token", ScriptedTransport.json("{}")),
        ("200 with nothing", ScriptedTransport.answer(200)),
    ]

    @Test(arguments: passing.map(\.name))
    func `statement 11, invariant 21: what may pass never ends the session`(name: String) async throws {
        let answer = try #require(Self.passing.first { $0.name == name }).answer
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", answer)
        let stored = try await fixture.store.read()
        fixture.expireAccessToken()
        let session = fixture.session
        let error = await sessionError { _ = try await session.accessToken() }
        if case .sessionExpired = error { Issue.record("the session ended") }
        #expect(error != nil)
        #expect(await session.state == .authenticated(.signedIn(flow: "given")))
        #expect(try await fixture.store.read() == stored)
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.clock.advance(by: .seconds(60))
        #expect(try await session.accessToken().value.reveal() == "A2")
    }

    @Test(arguments: [400, 401, 200])
    func `statement 11, invariant 22: invalid_grant ends the session, whatever status it comes with`(status: Int)
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant", status: status))
        fixture.expireAccessToken()
        let session = fixture.session
        let end = SessionEnd.refreshRejected(
            .named(OAuthError(code: "invalid_grant", detail: "because", status: status)))
        #expect(await sessionError { _ = try await session.accessToken() } == .sessionExpired(end))
        #expect(await session.state == .noSession(end))
        #expect(try await fixture.store.holdsNoToken)
    }

    @Test(arguments: [
        "invalid_client", "invalid_request", "temporarily_unavailable", "unauthorized_client", "slow_down",
    ])
    func `invariant 22: no other OAuth error does`(code: String) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.refusal(code))
        fixture.expireAccessToken()
        let session = fixture.session
        let error = OAuthError(code: code, detail: "because", status: 400)
        #expect(await sessionError { _ = try await session.accessToken() } == .refused(error, during: .token))
        #expect(await session.state.isAuthenticated)
        #expect(try await fixture.store.text.contains("\"R1\""))
    }

    @Test func `the causes of a forced logout lead back to the request that began it`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        let session = fixture.session
        let request = try fixture.request()
        _ = await sessionError { _ = try await session.send(request) }
        let events = fixture.events
        var chain: [String] = []
        var next = events.first { $0.name == "forcedOut" }
        while let event = next {
            chain.append(event.name)
            next = events.first { $0.sequence == event.cause }
        }
        #expect(chain == ["forcedOut", "refreshRejected", "refreshStarted", "unauthorized", "requestStarted"])
    }

    @Test func `invariant 24: sign-out is local first: signed out and erased before anything is sent`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: gate, ScriptedTransport.answer(200)))
        let session = fixture.session
        let signOut = Task { try await session.signOut(force: true) }
        try await fixture.transport.received(1, at: "/revoke")
        #expect(await session.state == .noSession(.signedOut))
        #expect(try await fixture.store.holdsNoSession)
        gate.open()
        _ = try await signOut.value
        #expect(fixture.count("revoked") == 2)
    }

    @Test func `invariant 24: sign-out works offline, and the revocation is sent when the provider is back`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/revoke", ScriptedTransport.failure(.couldNotResolve(host: "issuer.example")))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        try await fixture.session.signOut(force: true)
        #expect(await fixture.session.state == .noSession(.signedOut))
        try await until { fixture.count("revocationPending") == 2 }
        try await until { try await fixture.store.text.contains("\"R1\"") }

        // Another run of the program, later, signs in again.
        let later = SessionFixture(store: fixture.store, transport: fixture.transport)
        try await later.session.configure()
        #expect(await later.session.state == .noSession(.signedOut))
        try await later.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        try await later.transport.received(3, at: "/revoke")
        #expect(later.transport.requests(to: "/revoke").dropFirst().map { $0.form["token"] } == ["R1", "A1"])
        try await until { try await !later.store.text.contains("\"R1\"") }
        #expect(try await later.store.text.contains("\"S1\""))
    }

    @Test func `invariant 24: a revocation that is left for later outlives a store that can't be written for a while`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(503))
        store.failWriting(.unwritable("the disk is full"))
        try await fixture.session.signOut(force: true)
        #expect(fixture.count("revocationPending") == 2)
        store.failWriting(nil)
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(1))
        try await until { try await !store.text.contains("\"session\"") }
        #expect(try await store.text.contains("\"R1\""))
    }

    @Test func `invariant 24: who is about to end waits for revocations, for a bounded time, and loses none`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/revoke", ScriptedTransport.answer(503))
        try await fixture.session.signOut(force: true)
        let gate = Gate()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: gate, ScriptedTransport.answer(200)))
        let session = fixture.session
        try await session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        try await fixture.transport.received(2, at: "/revoke")
        // The revocation's own deadline, and then the limit.
        try await fixture.clock.sleepers(atLeast: 1)
        let first = Task { await session.finishRevocations(within: .seconds(5)) }
        try await fixture.clock.sleepers(atLeast: 2)
        fixture.clock.advance(by: .seconds(5))
        await first.value
        #expect(fixture.clock.sleeperCount == 0)
        #expect(try await fixture.store.text.contains("\"R1\""))
        gate.open()
        #expect(await session.sendPendingRevocations())
        #expect(try await !fixture.store.text.contains("\"R1\""))
        await session.finishRevocations(within: .seconds(5))
        #expect(await !session.sendPendingRevocations())
    }

    @Test(arguments: [200, 401, 503])
    func `a revocation that is answered leaves nothing asleep that would keep the session`(status: Int) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(status))
        try await fixture.session.signOut(force: true)
        #expect(fixture.clock.sleeperCount == 0)
    }

    @Test(arguments: [400, 401, 403, 404])
    func `a provider that will not revoke, with or without saying why, keeps nobody signed in`(
        status: Int
    ) async throws {
        for answer in [ScriptedTransport.answer(status), ScriptedTransport.refusal("invalid_client", status: status)] {
            let fixture = try await SessionFixture().signedIn()
            fixture.transport.always("/revoke", answer)
            try await fixture.session.signOut()
            #expect(await fixture.session.state == .noSession(.signedOut))
            #expect(fixture.count("revocationPending") == 0)
            #expect(try await fixture.store.holdsNoToken)
        }
    }

    @Test(arguments: [408, 429, 500, 503])
    func `a provider that can't revoke now keeps the session of who asked for no force`(status: Int) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(status))
        let session = fixture.session
        let error = await sessionError { try await session.signOut() }
        #expect(error == .server(status: status, during: .revocation, retryAfter: nil))
        #expect(await session.state.isAuthenticated)
    }

    @Test func `invariant 24: sign-outs at the same time share one revocation; later ones do nothing`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: gate, ScriptedTransport.answer(200)))
        let session = fixture.session
        let calls = [true, false, true, false].map { force in Task { try await session.signOut(force: force) } }
        try await until { await session.state == .noSession(.signedOut) }
        try await fixture.transport.received(1, at: "/revoke")
        gate.open()
        for call in calls { _ = try await call.value }
        try await session.signOut()
        try await session.signOut(force: true)
        #expect(fixture.transport.requests(to: "/revoke").map { $0.form["token"] } == ["R1", "A1"])
        #expect(fixture.count("signedOut") == 1)
    }

    @Test func `invariant 24: a forced sign-out that overtakes another one shares its revocation`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: gate, ScriptedTransport.answer(200)))
        let session = fixture.session
        let asking = Task { try await session.signOut() }
        try await fixture.transport.received(1, at: "/revoke")
        #expect(await session.state.isAuthenticated)
        let forcing = Task { try await session.signOut(force: true) }
        try await until { await session.state == .noSession(.signedOut) }
        gate.open()
        _ = try await asking.value
        _ = try await forcing.value
        #expect(fixture.transport.requests(to: "/revoke").map { $0.form["token"] } == ["R1", "A1"])
        #expect(fixture.count("signedOut") == 1)
    }

    @Test func `invariant 24: a provider that hangs holds a sign-out up for ten seconds at most`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: Gate(), ScriptedTransport.answer(200)))
        let session = fixture.session
        let signOut = Task { try await session.signOut(force: true) }
        try await fixture.transport.received(1, at: "/revoke")
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(10))
        _ = try await signOut.value
        try await until { fixture.count("revocationPending") == 2 }
        #expect(await session.state == .noSession(.signedOut))
    }
}
