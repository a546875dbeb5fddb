import SessionCore
import TestSupport
import Testing

/// Calls beside a store that takes its time.
@Suite(.timeLimit(.minutes(5)))
struct SlowStoreTests {
    private let store = LaggingStore()
    private let gate = Gate()
    private let one: SessionFixture
    private let two: SessionFixture

    init() async throws {
        one = try await SessionFixture(store: store).signedIn(GivenTokens(expiresIn: .seconds(3_600)))
        two = SessionFixture(store: store, clock: one.clock, transport: one.transport)
        try await two.session.configure()
        two.transport.always("/orders", ScriptedTransport.answer(200))
    }

    /// Lets a request of the second session begin when the store is due, and does not answer.
    private func requestWhileHeld() async throws -> Task<Int, any Error> {
        let clock = one.clock
        try await until { clock.sleeperCount == 0 }
        store.holdReadings(by: gate)
        clock.advance(by: .milliseconds(100))
        let (session, request) = (two.session, try two.request())
        let call = Task { try await session.send(request).response.status }
        try await until { store.heldCount == 1 }
        return call
    }

    @Test func `a request with a good token waits for the store for 50 ms, and the next one not at all`() async throws {
        let call = try await requestWhileHeld()
        try await two.clock.sleepers(atLeast: 1)
        two.clock.advance(by: .milliseconds(49))
        #expect(two.clock.sleeperCount == 1 && two.transport.requests(to: "/orders").isEmpty)
        two.clock.advance(by: .milliseconds(1))
        #expect(try await call.value == 200)
        two.clock.advance(by: .milliseconds(100))
        #expect(try await two.session.send(two.request()).response.status == 200)
        #expect(store.heldCount == 1)
        gate.open()
    }

    @Test func `what the store says late counts from then on`() async throws {
        try await one.session.signOut(force: true)
        let call = try await requestWhileHeld()
        try await two.clock.sleepers(atLeast: 1)
        two.clock.advance(by: .milliseconds(50))
        #expect(try await call.value == 200)
        #expect(await two.session.state == .authenticated(.restored))
        gate.open()
        try await until { await !two.session.state.isAuthenticated }
        #expect(await sessionError { _ = try await two.session.accessToken() } != nil)
    }

    @Test func `a call whose token has run out waits for the store as long as it takes`() async throws {
        one.transport.once("/token", ScriptedTransport.tokens())
        one.clock.advance(by: .seconds(3_600))
        _ = try await one.session.accessToken()
        store.holdReadings(by: gate)
        let session = two.session
        let call = Task { try await session.accessToken().value.reveal() }
        try await until { store.heldCount == 1 }
        one.clock.advance(by: .seconds(1))
        #expect(one.clock.sleeperCount == 0)
        gate.open()
        #expect(try await call.value == "A2")
        #expect(one.tokenRequests.count == 1)
    }

    @Test func `a session alone with its store reads it no more after it was configured`() async throws {
        let store = FaultyStore()
        let fixture = try await SessionFixture(store: store) { $0.storeCheckInterval = nil }
            .signedIn(GivenTokens(expiresIn: .seconds(3_600)))
        let count = store.readCount
        for _ in 0..<3 {
            fixture.clock.advance(by: .seconds(10))
            _ = try await fixture.session.accessToken()
        }
        #expect(store.readCount == count)
        await fixture.session.checkStore()
        #expect(store.readCount == count + 1)
    }
}
