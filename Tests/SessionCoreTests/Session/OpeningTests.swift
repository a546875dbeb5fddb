import SessionCore
import TestSupport
import Testing

/// Sessions that are created and configured in one call.
@Suite(.timeLimit(.minutes(5)))
struct OpeningTests {
    private let fixture = SessionFixture()

    private func open() async throws(SessionError) -> Session {
        try await Session.open(
            client: fixture.session.client, transport: fixture.transport, store: fixture.store, clock: fixture.clock)
    }

    @Test func `an opened session knows its state, and nothing was sent`() async throws {
        let session = try await open()
        #expect(await session.state == .noSession(.noStoredSession))
        #expect(await !session.isAuthenticated)
        #expect(await sessionError { try await session.configure() } == .alreadyConfigured)
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `an opened session has what the store holds`() async throws {
        try await fixture.signedIn()
        let session = try await open()
        #expect(await session.state == .authenticated(.restored))
        #expect(await session.isAuthenticated)
        let another = try await Session.open(
            provider: Provider(client: session.client, transport: fixture.transport, clock: fixture.clock),
            store: fixture.store)
        #expect(await another.isAuthenticated)
    }

    @Test func `without a store a session is in memory, and no other has it`() async throws {
        let (client, transport) = (fixture.session.client, fixture.transport)
        let session = try await Session.open(client: client, transport: transport, clock: fixture.clock)
        try await session.signIn(GivenTokens())
        #expect(await session.isAuthenticated)
        #expect(await session.isStored)
        let another = try await Session.open(client: client, transport: transport, clock: fixture.clock)
        #expect(await !another.isAuthenticated)
    }

    @Test func `what can't be configured is not opened, and opening again is another attempt`() async throws {
        var client = fixture.session.client
        client.clientID = ""
        let error = await sessionError {
            _ = try await Session.open(client: client, transport: fixture.transport)
        }
        guard case .invalidConfiguration(setting: .clientID, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let store = FaultyStore()
        store.failReading(.unreadable("locked"))
        #expect(
            await sessionError {
                _ = try await Session.open(
                    client: fixture.session.client, transport: fixture.transport, store: store)
            } == .store(.unreadable("locked")))
        store.failReading(nil)
        let session = try await Session.open(
            client: fixture.session.client, transport: fixture.transport, store: store)
        #expect(await session.state == .noSession(.noStoredSession))
    }
}
