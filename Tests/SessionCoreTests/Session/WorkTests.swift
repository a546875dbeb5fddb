import SessionCore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WorkTests {
    @Test func `loss 1, invariant 41: leaving waits for a refresh on the wire and for its write`() async throws {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        let (answer, write) = (Gate(), Gate())
        fixture.transport.always("/token", ScriptedTransport.held(by: answer, ScriptedTransport.tokens()))
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken().value.reveal() }
        try await fixture.transport.received(1, at: "/token")
        session.refuseNewWork()
        #expect(session.workUnderWay.contains(.refresh))
        let hasLeft = Gate()
        let leaving = Task {
            let left = await session.finishWork(within: .seconds(10))
            hasLeft.open()
            return left
        }
        try await fixture.clock.sleepers(atLeast: 2)
        store.holdWriting(by: write)
        answer.open()
        try await until { store.writeCount >= 2 }
        #expect(!hasLeft.isOpen)
        write.open()
        #expect(await leaving.value.isEmpty)
        #expect(try await store.text.contains("R2"))
        #expect(try await refresh.value == "A2")
        #expect(session.workUnderWay.isEmpty)
    }

    @Test func `loss 1, invariant 41: leaving gives up at its limit and tells what is left`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens()))
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        session.refuseNewWork()
        let leaving = Task { await session.finishWork(within: .seconds(10)) }
        try await fixture.clock.sleepers(atLeast: 2)
        fixture.clock.advance(by: .seconds(5))
        try await fixture.clock.sleepers(atLeast: 2)
        fixture.clock.advance(by: .seconds(5))
        #expect(await leaving.value.contains(.refresh))
        refresh.cancel()
    }

    @Test func `loss 1, invariant 41: where nothing is under way leaving takes no time`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.session.refuseNewWork()
        #expect(await fixture.session.finishWork(within: .seconds(10)).isEmpty)
        #expect(fixture.clock.sleeperCount == 0)
    }

    @Test func `loss 1, invariant 41: no refresh begins while the program leaves`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        fixture.session.refuseNewWork()
        #expect(await sessionError { try await fixture.session.refresh() } == .cancelled)
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `loss 1, invariant 41: a refresh that still waits for the lock is not waited for, and sends nothing`()
        async throws
    {
        let store = MemoryStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let lock = try await store.lock(within: .seconds(1), clock: fixture.clock)
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.refresh() }
        try await until { await session.status.refreshWaiters == 1 }
        try await fixture.clock.sleepers(atLeast: 2)
        session.refuseNewWork()
        #expect(await session.finishWork(within: .seconds(10)).isEmpty)
        lock.release()
        #expect(await sessionError { try await refresh.value } == .cancelled)
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `loss 1, invariant 41: leaving waits for a sign-in's token request and for its write`() async throws {
        let store = FaultyStore()
        let fixture = SessionFixture(store: store)
        try await fixture.session.configure()
        let answer = Gate()
        fixture.transport.always("/token", ScriptedTransport.held(by: answer, ScriptedTransport.tokens()))
        let session = fixture.session
        let signIn = Task { try await session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland"))) }
        try await fixture.transport.received(1, at: "/token")
        session.refuseNewWork()
        #expect(session.workUnderWay == [.signIn])
        let leaving = Task { await session.finishWork(within: .seconds(10)) }
        try await fixture.clock.sleepers(atLeast: 1)
        answer.open()
        #expect(await leaving.value.isEmpty)
        #expect(try await store.text.contains("R2"))
        try await signIn.value
        #expect(session.workUnderWay.isEmpty)
    }

    @Test func `loss 1: a sign-in that is refused, or waits for a person, is not waited for`() async throws {
        let fixture = SessionFixture()
        try await fixture.session.configure()
        fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
        let session = fixture.session
        let password = PasswordFlow(username: "alice", password: Secret("wrong"))
        #expect(await sessionError { try await session.signIn(password) } != nil)
        #expect(session.workUnderWay.isEmpty)
        let waiting = Task { try await session.signIn(GivenTokens(gate: Gate())) }
        try await until { fixture.count("signInStarted") == 2 }
        #expect(session.workUnderWay.isEmpty)
        session.refuseNewWork()
        #expect(await sessionError { try await session.signIn(password) } == .cancelled)
        #expect(fixture.tokenRequests.count == 1)
        waiting.cancel()
    }

    @Test func `loss 1: leaving waits for a sign-out's write`() async throws {
        let store = MemoryStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let lock = try await store.lock(within: .seconds(1), clock: fixture.clock)
        let session = fixture.session
        let signOut = Task { try await session.signOut(force: true) }
        try await until { await !session.state.isAuthenticated }
        session.refuseNewWork()
        #expect(!session.workUnderWay.isEmpty)
        let leaving = Task { await session.finishWork(within: .seconds(10)) }
        try await fixture.clock.sleepers(atLeast: 2)
        lock.release()
        #expect(await leaving.value.isEmpty)
        #expect(try await store.holdsNoToken)
        _ = try await signOut.value
    }

    @Test func `loss 1: leaving gives revocations half its time, then keeps them in the store`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/revoke", ScriptedTransport.held(by: Gate(), ScriptedTransport.answer(200)))
        let session = fixture.session
        let signOut = Task { try await session.signOut(force: true) }
        try await fixture.transport.received(1, at: "/revoke")
        // The revocation's own deadline, and half of the limit.
        try await fixture.clock.sleepers(atLeast: 1)
        let leaving = Task { await session.finishWork(within: .seconds(10)) }
        try await fixture.clock.sleepers(atLeast: 2)
        fixture.clock.advance(by: .seconds(5))
        #expect(await leaving.value.isEmpty)
        #expect(fixture.clock.sleeperCount == 0)
        #expect(try await fixture.store.text.contains("\"R1\""))
        _ = try await signOut.value
    }

    @Test func `loss 2, invariant 41: what would begin while the program stops waits until it goes on`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        let session = fixture.session
        session.holdNewWork()
        let refresh = Task { try await session.accessToken().value.reveal() }
        try await until { await session.status.refreshWaiters == 1 }
        #expect(await session.finishWork(within: .seconds(10)).isEmpty)
        #expect(fixture.tokenRequests.isEmpty)
        session.resumeNewWork()
        #expect(try await refresh.value == "A2")
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `loss 2, invariant 41: a deadline that the clock has jumped over leaves time to read the answer`()
        async throws
    {
        let store = MemoryStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        let answer = Gate()
        fixture.transport.once("/token", ScriptedTransport.held(by: answer, ScriptedTransport.tokens()))
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken().value.reveal() }
        try await fixture.transport.received(1, at: "/token")
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(3_600))
        // The deadline has slept through its end, and sleeps a little more.
        try await fixture.clock.sleepers(atLeast: 1)
        answer.open()
        #expect(try await refresh.value == "A2")
        #expect(fixture.tokenRequests.count == 1)
        #expect(try await store.text.contains("R2"))
    }

    @Test func `loss 2: after a jump of the clock a refresh without an answer still ends`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.held(by: Gate(), ScriptedTransport.tokens()))
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(3_600))
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(5))
        #expect(await sessionError { _ = try await refresh.value } == .transport(.timedOut(.waiting), during: .token))
    }

    @Test(arguments: [true, false])
    func `the deadline of a refresh is cancelled when the refresh ends`(succeeding: Bool) async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        let answer = succeeding ? ScriptedTransport.tokens() : ScriptedTransport.answer(503)
        fixture.transport.always("/token", ScriptedTransport.held(by: gate, answer))
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken() }
        try await fixture.clock.sleepers(atLeast: 1)
        gate.open()
        #expect(await sessionError { _ = try await refresh.value } == nil || !succeeding)
        #expect(fixture.clock.sleeperCount == 0)
    }

    @Test func `a cancelled refresh whose reply was lost is not sent again`() async throws {
        let fixture = try await SessionFixture().signedIn()
        // The transport ends on cancellation with what a lost reply looks like.
        fixture.transport.always("/token") { _ in
            do { try await Gate().passed() } catch { throw TransportError.brokenOff("closed") }
            throw TransportError.brokenOff("never")
        }
        fixture.expireAccessToken()
        let session = fixture.session
        let refresh = Task { try await session.accessToken() }
        try await fixture.transport.received(1, at: "/token")
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: .seconds(30))
        #expect(await sessionError { _ = try await refresh.value } == .transport(.timedOut(.waiting), during: .token))
        // The work of the refresh has ended too.
        try await until { session.workUnderWay.isEmpty }
        #expect(fixture.tokenRequests.count == 1)
    }

    @Test func `a caller that was cancelled before it waits for a refresh returns at once`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let gate = Gate()
        fixture.transport.always("/token", ScriptedTransport.held(by: gate, ScriptedTransport.tokens()))
        fixture.expireAccessToken()
        let session = fixture.session
        let first = Task { try await session.accessToken() }
        try await until { await session.status.refreshWaiters == 1 }
        let isCancelled = Gate()
        let late = Task {
            try? await isCancelled.passed()
            return try await session.accessToken()
        }
        late.cancel()
        isCancelled.open()
        #expect(await sessionError { _ = try await late.value } == .cancelled)
        #expect(!gate.isOpen)
        gate.open()
        _ = try await first.value
    }

    @Test func `hole, invariant 41: a program that was stopped when it was about to end begins no refresh afterwards`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.expireAccessToken()
        let session = fixture.session
        session.refuseNewWork()
        session.holdNewWork()
        session.resumeNewWork()
        #expect(await sessionError { _ = try await session.accessToken() } == .cancelled)
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `hole: at the deadline a failure of the store is reported as such, not as a time-out`() async throws {
        let store = StubbornStore()
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.expireAccessToken()
        let gate = Gate()
        store.breakLock(behind: gate)
        let session = fixture.session
        let refresh = Task { await sessionError { _ = try await session.accessToken() } }
        try await fixture.clock.sleepers(atLeast: 1)
        try await until { store.isWaiting }
        // The deadline, and then the patience that follows it.
        fixture.clock.advance(by: .seconds(30))
        try await fixture.clock.sleepers(atLeast: 1)
        gate.open()
        #expect(await refresh.value == .store(StubbornStore.failure))
    }
}

/// A store whose lock fails late, whatever becomes of the task that waits for it.
private final class StubbornStore: SessionStore {
    static let failure = StoreError.lockFailed("no locks on this file system")

    private let base = MemoryStore()
    private let state = Mutex<(gate: Gate?, isWaiting: Bool)>((nil, false))

    var isWaiting: Bool { state.withLock(\.isWaiting) }

    func breakLock(behind gate: Gate) { state.withLock { $0.gate = gate } }

    func read() async throws -> [UInt8]? { try await base.read() }
    func write(_ record: [UInt8]) async throws { try await base.write(record) }
    func remove() async throws { try await base.remove() }
    func setAside() async throws -> String { try await base.setAside() }

    func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        guard let gate = state.withLock(\.gate) else { return try await base.lock(within: limit, clock: clock) }
        state.withLock { $0.isWaiting = true }
        try? await Task { try await gate.passed() }.value
        throw Self.failure
    }
}
