import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RotationTests {
    @Test func `invariant 25: nobody gets the access token before the rotated refresh token is stored`() async throws {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        let gate = Gate()
        store.holdWriting(by: gate)
        let session = fixture.session
        let waiter = Task { try await session.accessToken().value.reveal() }
        try await until { store.writeCount == 2 }
        #expect(await session.status.refreshWaiters == 1)
        #expect(await session.revealTokens()?.access == Secret("A1"))
        #expect(fixture.count("refreshed") == 0)
        gate.open()
        #expect(try await waiter.value == "A2")
        #expect(try await store.text.contains("\"R2\""))
    }

    @Test func `invariant 25: it is stored although the rest of the answer is refused`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        fixture.transport.once("/token", ScriptedTransport.tokens(more: "\"id_token\":\"not.a.token\""))
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        fixture.expireAccessToken()
        let session = fixture.session
        let error = await sessionError { _ = try await session.accessToken() }
        guard case .untrustworthy = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
        #expect(try await fixture.store.text.contains("\"R2\""))
        #expect(try await !fixture.store.text.contains("\"A2\""))
        fixture.clock.advance(by: .seconds(1))
        #expect(try await session.accessToken().value.reveal() == "A3")
        #expect(fixture.tokenRequests.map { $0.form["refresh_token"] } == ["R1", "R2"])
    }

    @Test(arguments: [
        #"{"access_token":"A2","token_type":"Bearer","refresh_token":"R2","id_token":"not.a.token"}"#,
        #"{"access_token":"A2","token_type":"mac","refresh_token":"R2"}"#,
    ])
    func `end 6: at a provider that accepts no spent token the session outlives an answer that is refused`(
        answer: String
    ) async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        let spent = Mutex<Set<String>>([])
        let refused = ScriptedTransport.json(answer)
        fixture.transport.always("/token") { request in
            let token = request.form["refresh_token"] ?? ""
            guard spent.withLock({ $0.insert(token).inserted }) else {
                return try await ScriptedTransport.refusal("invalid_grant")(request)
            }
            let good = ScriptedTransport.tokens(access: "A3", refresh: "R3")
            return try await (token == "R1" ? refused : good)(request)
        }
        fixture.expireAccessToken()
        let session = fixture.session
        #expect(await sessionError { _ = try await session.accessToken() } != nil)
        // The next process, too.
        let next = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport)
        try await next.session.configure()
        #expect(try await next.session.accessToken().value.reveal() == "A3")
        fixture.clock.advance(by: .seconds(1))
        #expect(try await session.accessToken().value.reveal() == "A3")
    }

    @Test func `invariant 25: a refresh token that the answer leaves out stays`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "alice", scope: ["openid", "orders"]))
        fixture.transport.always("/token", ScriptedTransport.tokens(refresh: nil))
        fixture.expireAccessToken()
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        let status = await fixture.session.status
        #expect(status.refreshToken?.fingerprint == Secret("R1").fingerprint)
        #expect(status.scope == ["openid", "orders"])
        #expect(status.subject == "alice")
        #expect(status.idToken != nil)
    }

    @Test func `invariant 26: after a failed write the new tokens live on in memory, and the write is tried again`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A2", refresh: "R2"))
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        fixture.expireAccessToken()
        store.failWriting(.unwritable("no space left on device"))
        let session = fixture.session
        #expect(try await session.accessToken().value.reveal() == "A2")
        #expect(fixture.events.contains { $0.kind == .storeFailed(.unwritable("no space left on device")) })
        #expect(try await store.text.contains("\"R1\""))

        // The spent token is never sent again.
        fixture.expireAccessToken()
        #expect(try await session.accessToken().value.reveal() == "A3")
        #expect(fixture.tokenRequests.map { $0.form["refresh_token"] } == ["R1", "R2"])

        store.failWriting(nil)
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(60))
        try await until { try await store.text.contains("\"R3\"") }
        #expect(fixture.tokenRequests.count == 2)
    }

    @Test func `invariant 26: another look at the store does not bring the spent token back`() async throws {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        store.failWriting(.unwritable("read-only file system"))
        _ = try await fixture.session.accessToken()
        fixture.clock.advance(by: .milliseconds(500))
        await fixture.session.checkStore()
        #expect(await fixture.session.revealTokens()?.refresh == Secret("R2"))
        #expect(fixture.count("adoptedFromStore") == 0)
    }

    @Test func `invariant 28: on invalid_grant a newer token in the store is used and nothing is deleted`() async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let store = fixture.store
        // Another process, one that knows of no locks, rotates the token while ours is on its way.
        let other = SessionFixture(store: MemoryStore(record: try await store.read()), clock: fixture.clock)
        try await other.session.configure()
        other.transport.once("/token", ScriptedTransport.tokens(access: "A2", refresh: "R2"))
        fixture.expireAccessToken()
        _ = try await other.session.accessToken()
        let newer = try #require(try await other.store.read())
        fixture.transport.once("/token") { request in
            try await store.write(newer)
            return try await ScriptedTransport.refusal("invalid_grant")(request)
        }
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        #expect(fixture.tokenRequests.count == 1)
        #expect(try await store.read() == newer)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.count("adoptedFromStore") == 1)
        #expect(fixture.count("forcedOut") == 0)
    }

    @Test func `invariant 29: a lost reply makes the same token be sent once more, at once`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.failure(.brokenOff("connection reset")))
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        #expect(try await fixture.session.accessToken().value.reveal() == "A2")
        #expect(fixture.tokenRequests.map { $0.form["refresh_token"] } == ["R1", "R1"])
    }

    @Test func `invariant 29: when that is lost as well the session is kept`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.failure(.brokenOff("connection reset")))
        fixture.expireAccessToken()
        let session = fixture.session
        let error = await sessionError { _ = try await session.accessToken() }
        #expect(error == .transport(.brokenOff("connection reset"), during: .token))
        #expect(fixture.tokenRequests.count == 2)
        #expect(await session.state.isAuthenticated)
        #expect(try await fixture.store.text.contains("\"R1\""))
    }

    @Test(arguments: [TransportError.couldNotConnect(host: "issuer.example", reason: "refused"), .timedOut(.connect)])
    func `invariant 29: what was never sent is not sent again`(error: TransportError) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.failure(error))
        fixture.expireAccessToken()
        let session = fixture.session
        #expect(await sessionError { _ = try await session.accessToken() } == .transport(error, during: .token))
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `invariant 26: who can't keep tokens in memory spends nothing that can't be stored`() async throws {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store) { $0.refreshesUnstored = false }.signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        store.failWriting(.unwritable("the disk is full"))
        let session = fixture.session
        #expect(await sessionError { _ = try await session.accessToken() } == .store(.unwritable("the disk is full")))
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await session.state.isAuthenticated)
        #expect(await session.isStored)
        store.failWriting(nil)
        fixture.clock.advance(by: .seconds(60))
        #expect(try await session.accessToken().value.reveal() == "A2")
        #expect(try await store.text.contains("\"A2\""))
    }
}
