import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ConfiguringTests {
    @Test func `promise A1: of two that configure at once the second is refused`() async throws {
        let store = FaultyStore()
        let fixture = SessionFixture(store: store)
        let session = fixture.session
        let reading = Gate()
        store.holdReading(by: reading)
        let first = Task { try await session.configure() }
        try await until { store.readCount == 1 }
        let secondHasEnded = Gate()
        let second = Task {
            defer { secondHasEnded.open() }
            try await session.configure()
        }
        // A second one that was let in would read as well.
        try await until { secondHasEnded.isOpen || store.readCount == 2 }
        reading.open()
        #expect(await sessionError { try await second.value } == .alreadyConfigured)
        try await first.value
        #expect(fixture.count("configured") == 1)
    }

    @Test func `invariant 32: where the store could not be read, configuring may be tried again`() async throws {
        let store = FaultyStore()
        let fixture = SessionFixture(store: store)
        let session = fixture.session
        store.failReading(.unreadable("no such device"))
        #expect(await sessionError { try await session.configure() } == .store(.unreadable("no such device")))
        #expect(await session.state == .unknown)
        #expect(fixture.story == ["storeFailed"])
        store.failReading(nil)
        try await session.configure()
        #expect(await session.state == .noSession(.noStoredSession))
    }

    @Test func `every subscriber gets all events, those before it came included`() async throws {
        let fixture = try await SessionFixture().signedIn()
        var early = fixture.session.events().makeAsyncIterator()
        await fixture.session.forget()
        var late = fixture.session.events().makeAsyncIterator()
        for name in ["configured", "signInStarted", "signedIn", "signedOut"] {
            #expect(await early.next()?.name == name)
            #expect(await late.next()?.name == name)
        }
    }
}
