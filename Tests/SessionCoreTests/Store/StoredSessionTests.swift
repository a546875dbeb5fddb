import FoundationEssentials
import Glibc
import SessionCore
import SessionCoreTesting
import TestSupport
import Testing

/// What a store says of a session, for those that have no session of their own.
@Suite(.timeLimit(.minutes(5)))
struct StoredSessionTests {
    private static let owner = RecordOwner(issuer: SessionFixture.issuer, clientID: "console")

    private func read(_ fixture: SessionFixture, _ owner: RecordOwner? = owner) async throws -> StoredSession {
        try await StoredSession(readingFrom: fixture.store, for: owner, clock: fixture.clock)
    }

    @Test func `it is what a session that opens the store shows`() async throws {
        let fixture = try await SessionFixture { $0.program = "token" }.signedIn()
        let other = SessionFixture(store: fixture.store, clock: fixture.clock)
        try await other.session.configure()
        fixture.clock.advance(by: .seconds(7))
        let stored = try await read(fixture)
        #expect(stored.status == (await other.session.status))
        #expect(stored.owner == Self.owner)
        #expect(stored.renewer?.program == "token" && stored.renewer?.process == Int(getpid()))
        #expect(!stored.isRefreshed)
        try await fixture.session.signOut(force: true)
        let ended = try await read(fixture)
        #expect(ended.status.state == .noSession(.signedOut) && ended.status.endedSession?.program == "token")
        #expect(ended.renewer == nil)
    }

    @Test func `the process that renewed the tokens is known, whoever writes the record afterwards`() async throws {
        let fixture = try await SessionFixture { $0.program = "login" }.signedIn()
        let other = SessionFixture(store: fixture.store, clock: fixture.clock, transport: fixture.transport) {
            $0.program = "token"
        }
        try await other.session.configure()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        try await other.session.refresh()
        fixture.transport.once("/token", ScriptedTransport.json(#"{"error":"temporarily_unavailable"}"#, status: 400))
        _ = await sessionError { try await fixture.session.refresh() }
        let stored = try await read(fixture)
        #expect(stored.renewer?.program == "token" && stored.isRefreshed)
    }

    @Test func `another client's session is not this one's, and without a client it is whoever's it is`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let other = RecordOwner(issuer: SessionFixture.issuer, clientID: "other")
        let foreign = try await read(fixture, other)
        #expect(foreign.status.state == .noSession(.foreignRecord(.client(Self.owner))))
        #expect(foreign.owner == Self.owner && foreign.renewer == nil)
        #expect(try await read(fixture, nil).status.state == .authenticated(.restored))
        let nothing = try await StoredSession(readingFrom: MemoryStore(), for: nil, clock: fixture.clock)
        #expect(nothing.status.state == .noSession(.noStoredSession) && nothing.owner == nil)
    }

    @Test func `a damaged record is an error, and stays as it is`() async throws {
        let store = MemoryStore(record: Array("{\"version\":".utf8))
        await #expect(throws: StoreError.self) {
            _ = try await StoredSession(readingFrom: store, for: nil, clock: TestClock())
        }
        #expect(try await store.read() != nil)
        let newer = MemoryStore(record: Array("{\"version\":9}".utf8))
        let stored = try await StoredSession(readingFrom: newer, for: nil, clock: TestClock())
        #expect(stored.status.state == .noSession(.foreignRecord(.newerVersion(9))))
    }
}
