import SessionCore
import TestSupport
import Testing

/// A store that is slow and heeds the cancellation of its callers.
@Suite(.timeLimit(.minutes(5)))
struct CancelledStoreTests {
    private let store = FaultyStore()

    private func fixture() async throws -> SessionFixture {
        let fixture = try await SessionFixture(store: store).signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        return fixture
    }

    @Test func `a caller that leaves while the store is read says nothing about the store`() async throws {
        let fixture = try await fixture()
        let session = fixture.session
        fixture.expireAccessToken()
        store.holdReading(by: Gate())
        let before = store.readCount
        let call = Task { await sessionError { _ = try await session.accessToken() } }
        try await until { store.readCount > before }
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(fixture.count("storeFailed") == 0)
    }

    @Test func `a refresh that is cut off while the store is read timed out`() async throws {
        let fixture = try await fixture()
        let session = fixture.session
        store.holdReading(by: Gate())
        let before = store.readCount
        let refresh = Task { await sessionError { try await session.refresh() } }
        try await until { store.readCount > before }
        try await fixture.clock.sleepers(atLeast: 1)
        fixture.clock.advance(by: SessionFixture.configuration.refreshDeadline)
        #expect(await refresh.value == .transport(.timedOut(.waiting), during: .token))
        #expect(fixture.count("storeFailed") == 0)
        #expect(fixture.tokenRequests.isEmpty)
    }

}
