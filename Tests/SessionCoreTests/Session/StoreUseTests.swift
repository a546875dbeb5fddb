import SessionCore
import TestSupport
import Testing

/// When the store is written, read and taken for the truth.
@Suite(.timeLimit(.minutes(5)))
struct StoreUseTests {
    @Test func `invariant 27: nothing is changed in the store without its lock`() async throws {
        let faulty = FaultyStore()
        let store = LockCheckingStore(faulty)
        let fixture = SessionFixture(store: store)
        let session = fixture.session
        try await store.lock(within: .seconds(1), clock: fixture.clock).release()
        try await faulty.write(Array("damaged".utf8))
        try await session.configure()
        #expect(store.unlockedChanges == [], "a damaged record")
        try await session.signIn(GivenTokens())
        #expect(store.unlockedChanges == [], "a sign-in")
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.transport.once("/token", ScriptedTransport.answer(400))
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        try await session.refresh()
        _ = await sessionError { try await session.refresh() }
        #expect(store.unlockedChanges == [], "a refresh and a suspicion")
        fixture.clock.advance(by: .seconds(1))
        faulty.failWriting(.unwritable("the disk is full"))
        try await session.refresh()
        faulty.failWriting(nil)
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(1))
        try await until { try await store.text.contains("\"R3\"") }
        #expect(store.unlockedChanges == [], "a write that is tried again")
        fixture.transport.once("/revoke", ScriptedTransport.answer(503))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        try await session.signOut(force: true)
        #expect(store.unlockedChanges == [], "a sign-out")
        #expect(await session.sendPendingRevocations())
        #expect(store.unlockedChanges == [], "revocations that were left for later")
        try await session.signIn(GivenTokens())
        await session.forget()
        #expect(store.unlockedChanges == [], "a session that is forgotten")
        #expect(store.lockCount > 8)
    }

    @Test func `a write that fails is tried again after 1 s, 2 s, 4 s, and every minute at last`() async throws {
        let store = FaultyStore()
        let fixture = SessionFixture(store: store)
        try await fixture.session.configure()
        store.failWriting(.unwritable("the disk is full"))
        try await fixture.session.signIn(GivenTokens(expiresIn: .seconds(3_600)))
        for delay in [1, 2, 4, 8, 16, 32, 60, 60] {
            let count = store.writeCount
            try await fixture.clock.sleepers(atLeast: 1)
            fixture.clock.advance(by: .milliseconds(1_000 * delay - 1))
            #expect(fixture.clock.sleeperCount == 1, "before \(delay) s")
            #expect(store.writeCount == count)
            fixture.clock.advance(by: .milliseconds(1))
            try await until { store.writeCount == count + 1 }
        }
    }

    @Test func `what was read before a sign-in does not end its session`() async throws {
        let store = LaggingStore()
        let fixture = SessionFixture(store: store)
        let session = fixture.session
        try await session.configure()
        let gate = Gate()
        store.holdReadings(by: gate)
        fixture.clock.advance(by: .milliseconds(100))
        let check = Task { await session.checkStore() }
        try await until { store.heldCount == 1 }
        store.holdReadings(by: nil)
        try await session.signIn(GivenTokens())
        gate.open()
        await check.value
        #expect(await session.state == .authenticated(.signedIn(flow: "given")))
        #expect(fixture.count("signedOut") == 0)
    }

    @Test func `what is read while a sign-in is stored does not begin its session twice`() async throws {
        let store = LaggingStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        let session = fixture.session
        let gate = Gate()
        store.holdWritings(by: gate)
        let signIn = Task { try await session.signIn(GivenTokens(access: "B1", refresh: "S1")) }
        try await until { store.heldCount == 1 }
        fixture.clock.advance(by: .milliseconds(100))
        await session.checkStore()
        #expect(fixture.count("adoptedFromStore") == 0)
        gate.open()
        try await signIn.value
        #expect(await session.status.generation == 2)
        #expect(await session.state == .authenticated(.signedIn(flow: "given")))
    }

    @Test func `during a refresh nothing is read from the store but by the refresh itself`() async throws {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        let gate = Gate()
        fixture.transport.always("/token", ScriptedTransport.held(by: gate, ScriptedTransport.tokens()))
        let session = fixture.session
        let refresh = Task { try await session.refresh() }
        try await fixture.transport.received(1, at: "/token")
        let count = store.readCount
        fixture.clock.advance(by: .milliseconds(100))
        await session.checkStore()
        #expect(store.readCount == count)
        gate.open()
        try await refresh.value
    }

    @Test func `invariant 26: tokens that only this process has are refreshed though the store can't be read`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        store.failWriting(.unwritable("input/output error"))
        try await fixture.session.refresh()
        store.failReading(.unreadable("input/output error"))
        try await fixture.session.refresh()
        #expect(fixture.tokenRequests.map { $0.form["refresh_token"] } == ["R1", "R2"])
        #expect(await fixture.session.revealTokens()?.access == Secret("A3"))
    }

    @Test func `invariant 26: another process's removal of the record does not end what only this process has`()
        async throws
    {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        store.failWriting(.unwritable("the disk is full"))
        try await fixture.session.refresh()
        store.failWriting(nil)
        try await store.remove()
        fixture.clock.advance(by: .milliseconds(100))
        await fixture.session.checkStore()
        #expect(await fixture.session.state.isAuthenticated)
    }
}
