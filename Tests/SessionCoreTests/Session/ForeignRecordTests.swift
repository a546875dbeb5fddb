import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ForeignRecordTests {
    enum Other: Sendable, CaseIterable {
        case client, issuer

        func change(_ client: inout ClientConfiguration) {
            switch self {
            case .client: client.clientID = "other"
            case .issuer: client.issuer += "/"
            }
        }
    }

    private static let console = ForeignRecord.client(
        RecordOwner(issuer: SessionFixture.issuer, clientID: "console"))

    private static func other(_ one: SessionFixture, _ other: Other = .client) -> SessionFixture {
        SessionFixture(store: one.store, clock: one.clock, transport: one.transport, change: other.change)
    }

    @Test(arguments: Other.allCases)
    func `loss 3: invariant 44: another client's record is left as it is and said to be theirs`(
        other: Other
    ) async throws {
        let one = try await SessionFixture().signedIn()
        let record = try await one.store.read()
        let two = Self.other(one, other)
        let session = two.session
        try await session.configure()
        #expect(await session.state == .noSession(.foreignRecord(Self.console)))
        #expect(await sessionError { _ = try await session.accessToken() } == .noSession)
        two.clock.advance(by: .seconds(1))
        await session.checkStore()
        try await session.signOut(force: true)
        try await session.signOut()
        await session.forget()
        #expect(await !session.sendPendingRevocations())
        #expect(two.story == ["configured"])
        #expect(try await one.store.read() == record)
    }

    @Test func `loss 3: invariant 44: a newer program's record is left as it is until a sign-in sets it aside`()
        async throws
    {
        let folder = TemporaryFolder()
        let store = FileStore(path: "\(folder.path)/session.json")
        let text = "{\"version\":2,\"anything\":[1]}"
        try store.write(Array(text.utf8))
        let fixture = SessionFixture(store: store)
        try await fixture.session.configure()
        #expect(await fixture.session.state == .noSession(.foreignRecord(.newerVersion(2))))
        fixture.clock.advance(by: .seconds(1))
        await fixture.session.checkStore()
        try await fixture.session.signOut(force: true)
        #expect(folder.text("session.json") == text)
        try await fixture.session.signIn(GivenTokens())
        #expect(folder.text("session.json.damaged-1") == text)
        #expect(try await store.text.contains("\"R1\""))
        #expect(fixture.count("storeFailed") == 1)
    }

    @Test(arguments: ["\"version\":0", "\"version\":-1", "\"version\":\"1\"", "\"wersion\":1"])
    func `a record of version 0 or without one is damaged, not foreign, though all else is in it`(
        version: String
    ) async throws {
        let text = try await SessionFixture().signedIn().store.text
        let other = text.replacing("\"version\":1,", with: version + ",")
        try #require(other != text)
        let fixture = SessionFixture(store: MemoryStore(record: Array(other.utf8)))
        try await fixture.session.configure()
        #expect(await fixture.session.state == .noSession(.storeLost))
    }

    /// A session of another client, and its record.
    private static func theirs() async throws -> [UInt8] {
        let elsewhere = SessionFixture(change: Other.client.change)
        return try #require(try await elsewhere.signedIn(GivenTokens(access: "B1", refresh: "S1")).store.read())
    }

    @Test func `loss 3: a sign-out leaves another client's record as it is, pending revocations included`()
        async throws
    {
        let (one, theirs) = (try await SessionFixture().signedIn(), try await Self.theirs())
        one.transport.always("/revoke", ScriptedTransport.answer(503))
        try await one.store.write(theirs)
        try await one.session.signOut(force: true)
        await one.session.finishRevocations(within: .seconds(5))
        #expect(try await one.store.read() == theirs)
        #expect(one.count("revocationPending") == 2)
    }

    @Test func `loss 3: a session that was never stored does not take the place of another client's`() async throws {
        let (store, theirs) = (FaultyStore(), try await Self.theirs())
        store.failWriting(.unwritable("the disk is full"))
        let one = try await SessionFixture(store: store).signedIn()
        store.failWriting(nil)
        try await store.write(theirs)
        one.transport.always("/token", ScriptedTransport.tokens())
        try await one.session.refresh()
        #expect(try await store.read() == theirs)
        #expect(try await one.session.accessToken().value.reveal() == "A2")
        #expect(await !one.session.isStored)
    }

    @Test func `loss 3: a session that another client's sign-in replaced ends, and its late write changes nothing`()
        async throws
    {
        let (one, elsewhere) = (try await SessionFixture().signedIn(), SessionFixture(change: Other.client.change))
        try await elsewhere.signedIn(GivenTokens(access: "B1", refresh: "S1"))
        let (store, theirs) = (one.store, try #require(try await elsewhere.store.read()))
        one.transport.once("/token") { request in
            try await store.write(theirs)
            return try await ScriptedTransport.tokens()(request)
        }
        one.transport.always("/revoke", ScriptedTransport.answer(200))
        one.expireAccessToken()
        let session = one.session
        #expect(await sessionError { _ = try await session.accessToken() } == .sessionChanged)
        let owner = RecordOwner(issuer: SessionFixture.issuer, clientID: "other")
        #expect(await session.state == .noSession(.foreignRecord(.client(owner))))
        #expect(try await store.read() == theirs)
    }

    @Test func `loss 3: a sign-in revokes, as its own client, the session that it replaces`() async throws {
        let one = try await SessionFixture().signedIn()
        one.transport.always("/revoke", ScriptedTransport.answer(200))
        let two = Self.other(one)
        try await two.session.configure()
        try await two.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        try await one.transport.received(2, at: "/revoke")
        let forms = one.transport.requests(to: "/revoke").map(\.form)
        #expect(forms.map { $0["token"] } == ["R1", "A1"])
        #expect(forms.allSatisfy { $0["client_id"] == "console" })
        try await until { try await !one.store.text.contains("foreign_revocations") }
        #expect(try await one.store.text.contains("\"S1\""))
    }

    @Test func `loss 3: tokens of a client that must show a secret wait for a session of that client`() async throws {
        let one = try await SessionFixture().signedIn()
        one.transport.always("/revoke", ScriptedTransport.refusal("invalid_client", status: 401))
        let two = Self.other(one)
        try await two.session.configure()
        try await two.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        await two.session.finishRevocations(within: .seconds(5))
        #expect(one.transport.requests(to: "/revoke").count == 1)
        #expect(try await one.store.text.contains("\"R1\""))

        // The other client's writes and sign-out keep them, and never send them.
        one.transport.always("/token", ScriptedTransport.tokens(access: "B2", refresh: "S2"))
        one.transport.always("/revoke", ScriptedTransport.answer(200))
        try await two.session.refresh()
        try await two.session.signOut(force: true)
        #expect(try await one.store.text.contains("\"R1\""))
        #expect(one.transport.requests(to: "/revoke").dropFirst().map { $0.form["token"] } == ["S2", "B2"])

        // A session of their own does.
        let three = SessionFixture(store: one.store, clock: one.clock, transport: one.transport)
        try await three.session.configure()
        try await three.session.signIn(GivenTokens(access: "C1", refresh: "T1"))
        await three.session.finishRevocations(within: .seconds(5))
        let forms = one.transport.requests(to: "/revoke").dropFirst(3).map(\.form)
        #expect(forms.map { $0["token"] } == ["R1", "A1"])
        #expect(forms.allSatisfy { $0["client_id"] == "console" })
        #expect(try await !one.store.text.contains("\"R1\""))
    }
}
