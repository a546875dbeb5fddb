import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct RevocationTests {
    private func tokens(_ fixture: SessionFixture) -> [String?] {
        fixture.transport.requests(to: "/revoke").map { $0.form["token"] }
    }

    @Test(arguments: [true, false])
    func `truth 1, invariant 46: both tokens are revoked, the refresh token first`(force: Bool) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let results = try await fixture.session.signOut(force: force)
        #expect(tokens(fixture) == ["R1", "A1"])
        #expect(
            fixture.transport.requests(to: "/revoke").map { $0.form["token_type_hint"] }
                == ["refresh_token", "access_token"])
        #expect(results.map(\.kind) == [.refresh, .access])
        #expect(results.map(\.outcome) == [.revoked, .revoked])
        #expect(fixture.count("revoked") == 2)
        #expect(try await fixture.store.holdsNoToken)
    }

    @Test(arguments: [true, false])
    func `truth 1: a refusal is told with its reason, as an event too`(force: Bool) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.refusal("invalid_client", status: 401))
        let results = try await fixture.session.signOut(force: force)
        let error = SessionError.refused(
            OAuthError(code: "invalid_client", detail: "because", status: 401), during: .revocation)
        #expect(results.map(\.outcome) == [.refused(error), .refused(error)])
        #expect(fixture.count("revocationRefused") == 2)
        #expect(fixture.count("revoked") == 0)
        #expect(try await fixture.store.holdsNoToken)
    }

    @Test(arguments: [400, 401])
    func `truth 6: a token that the provider does not know is revoked`(status: Int) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.refusal("invalid_token", status: status))
        #expect(try await fixture.session.signOut().map(\.outcome) == [.revoked, .revoked])
        #expect(fixture.count("revocationRefused") == 0)
    }

    @Test func `truth 6: a provider that does not revoke access tokens is reported as such`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/revoke", ScriptedTransport.answer(200))
        fixture.transport.always("/revoke", ScriptedTransport.refusal("unsupported_token_type", status: 400))
        _ = try await fixture.session.signOut()
        let words = fixture.events.map(\.description).last { $0.hasPrefix("not revoked") }
        #expect(words == "not revoked: the provider does not revoke this kind of token; it lives until it expires")
    }

    @Test(arguments: [true, false])
    func `truth 1: a provider without a revocation endpoint is told of`(force: Bool) async throws {
        let fixture = SessionFixture()
        let issuer = SessionFixture.issuer
        fixture.transport.always(
            "/.well-known/openid-configuration",
            ScriptedTransport.json("{\"issuer\":\"\(issuer)\",\"token_endpoint\":\"\(issuer)/token\"}"))
        try await fixture.signedIn()
        let results = try await fixture.session.signOut(force: force)
        #expect(results.map(\.outcome) == [.notOffered, .notOffered])
        #expect(fixture.count("revocationNotOffered") == 2)
        #expect(try await fixture.store.holdsNoToken)
    }

    @Test func `truth 1: an access token that can't be revoked after its refresh token is left for later`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/revoke", ScriptedTransport.answer(200))
        fixture.transport.once("/revoke", ScriptedTransport.answer(503))
        fixture.transport.always("/revoke", ScriptedTransport.failure(.timedOut(.connect)))
        let results = try await fixture.session.signOut()
        #expect(results.first?.outcome == .revoked)
        #expect(results.last?.outcome == .pending(.server(status: 503, during: .revocation, retryAfter: nil)))
        #expect(await fixture.session.state == .noSession(.signedOut))
        await fixture.session.finishRevocations(within: .seconds(5))
        #expect(try await fixture.store.text.contains("\"A1\""))
        #expect(try await !fixture.store.text.contains("\"R1\""))
    }

    @Test func `hole: tokens that were revoked while the store failed are not revoked again once it works`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        store.failWriting(.unwritable("the disk is full"))
        _ = try await fixture.session.signOut()
        #expect(tokens(fixture) == ["R1", "A1"])
        try await fixture.clock.sleepers(atLeast: 1)
        store.failWriting(nil)
        fixture.clock.advance(by: .seconds(1))
        try await until { try await store.holdsNoSession }
        #expect(try await store.holdsNoToken)
        #expect(tokens(fixture) == ["R1", "A1"])
    }

    @Test func `truth 1: concurrent sign-outs get the same results of one revocation`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: gate, ScriptedTransport.answer(200)))
        let session = fixture.session
        let first = Task { try await session.signOut(force: true) }
        try await fixture.transport.received(1, at: "/revoke")
        let returned = Gate()
        let others = (0..<2).map { _ in
            Task {
                defer { returned.open() }
                return try await session.signOut(force: true)
            }
        }
        try await until {
            if returned.isOpen { return true }
            return session.signOuts[.localFirst(generation: 1)]?.waiterCount == 3
        }
        #expect(!returned.isOpen)
        gate.open()
        let results = try await first.value
        #expect(results.map(\.outcome) == [.revoked, .revoked])
        for other in others { #expect(try await other.value == results) }
        #expect(tokens(fixture) == ["R1", "A1"])
    }

    @Test func `loss 4, invariant 46: a sign-out stores both revocations in the write that clears the session`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: Gate(), ScriptedTransport.answer(200)))
        let writes = store.writeCount
        let session = fixture.session
        let signOut = Task { try await session.signOut(force: true) }
        try await fixture.transport.received(1, at: "/revoke")
        #expect(store.writeCount == writes + 1)
        #expect(store.removeCount == 0)
        let record = try #require(try await store.read())
        // The process is killed here; another one signs in later.
        let later = SessionFixture(store: MemoryStore(record: record))
        later.transport.always("/revoke", ScriptedTransport.answer(200))
        try await later.session.configure()
        #expect(await later.session.state == .noSession(.signedOut))
        #expect(await later.session.sendPendingRevocations())
        #expect(tokens(later) == ["R1", "A1"])
        #expect(try await later.store.holdsNoToken)
        signOut.cancel()
    }

    @Test func `loss 4, invariant 46: a forced logout stores both revocations in the write that clears the session`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/userinfo", ScriptedTransport.answer(401))
        fixture.transport.always("/revoke", ScriptedTransport.held(by: Gate(), ScriptedTransport.answer(200)))
        let writes = store.writeCount
        _ = try? await fixture.session.send(try fixture.request())
        try await fixture.transport.received(1, at: "/revoke")
        // One for the refresh, one for the end.
        #expect(store.writeCount == writes + 2)
        #expect(try await store.holdsNoSession)
        #expect(try await store.text.contains("\"R2\""))
        #expect(try await store.text.contains("\"A2\""))
    }

    @Test func `loss 4: a revocation that is answered is dropped from the store`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: gate, ScriptedTransport.answer(200)))
        let session = fixture.session
        let signOut = Task { try await session.signOut(force: true) }
        try await fixture.transport.received(1, at: "/revoke")
        #expect(try await fixture.store.holdsNoSession)
        #expect(try await !fixture.store.holdsNoToken)
        gate.open()
        _ = try await signOut.value
        #expect(try await fixture.store.holdsNoToken)
    }

    @Test func `invariant 24: revocations that were left for later are sent after a refresh`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/revoke", ScriptedTransport.answer(503))
        fixture.transport.once("/revoke", ScriptedTransport.answer(503))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        fixture.transport.always("/token", ScriptedTransport.tokens(access: "B2", refresh: "S2"))
        let session = fixture.session
        try await session.signOut(force: true)
        try await session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        await session.finishRevocations(within: .seconds(5))
        #expect(tokens(fixture) == ["R1", "R1"])
        try await session.refresh()
        await session.finishRevocations(within: .seconds(5))
        #expect(tokens(fixture) == ["R1", "R1", "R1", "A1"])
        #expect(try await !fixture.store.text.contains("\"R1\""))
    }

    @Test func `sixteen revocations of an owner are pending at most, the oldest are dropped`() async throws {
        let fixture = SessionFixture()
        try await fixture.session.configure()
        for number in 1...10 {
            fixture.transport.once("/revoke", ScriptedTransport.answer(503))
            fixture.transport.once("/revoke", ScriptedTransport.answer(503))
            try await fixture.session.signIn(GivenTokens(access: "A\(number)", refresh: "R\(number)"))
            await fixture.session.finishRevocations(within: .seconds(5))
            fixture.transport.always("/revoke", ScriptedTransport.answer(503))
            try await fixture.session.signOut(force: true)
        }
        let text = try await fixture.store.text
        #expect(!text.contains("\"R2\""))
        #expect(text.contains("\"R3\"") && text.contains("\"A10\""))
    }
}
