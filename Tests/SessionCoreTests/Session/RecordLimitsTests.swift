import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordLimitsTests {
    private static let tooLong = String(repeating: "a", count: 1 << 20)

    private static func isTooLarge(_ error: SessionError?) -> Bool {
        if case .store(.tooLarge) = error { true } else { false }
    }

    private func fixture(_ folder: TemporaryFolder) -> SessionFixture {
        let fixture = SessionFixture(store: FileStore(path: "\(folder.path)/session.json"))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        return fixture
    }

    @Test func `loss 7: a sign-in whose tokens the store can't take back is refused, and its tokens revoked`()
        async throws
    {
        let folder = TemporaryFolder()
        let fixture = try await fixture(folder).signedIn()
        let session = fixture.session
        let error = await sessionError {
            try await session.signIn(GivenTokens(access: Self.tooLong, refresh: "S1"))
        }
        #expect(Self.isTooLarge(error))
        #expect(try await session.accessToken().value.reveal() == "A1")
        #expect(try await fixture.store.text.contains("\"R1\""))
        try await fixture.transport.received(2, at: "/revoke")
        #expect(fixture.transport.requests(to: "/revoke").first?.form["token"] == "S1")
    }

    @Test func `loss 7: a refresh that brings too much keeps the session, with the new refresh token stored`()
        async throws
    {
        let folder = TemporaryFolder()
        let fixture = try await fixture(folder).signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens(access: Self.tooLong))
        fixture.transport.always("/token", ScriptedTransport.tokens(access: "A3", refresh: "R3"))
        fixture.expireAccessToken()
        let session = fixture.session
        #expect(Self.isTooLarge(await sessionError { _ = try await session.accessToken() }))
        #expect(await session.state.isAuthenticated)
        #expect(try await fixture.store.text.contains("\"R2\""))
        fixture.clock.advance(by: .seconds(60))
        #expect(try await session.accessToken().value.reveal() == "A3")
        #expect(fixture.tokenRequests.map { $0.form["refresh_token"] } == ["R1", "R2"])
    }

    @Test func `loss 7: a refresh that brings a refresh token too large to store lives on in memory`() async throws {
        let folder = TemporaryFolder()
        let fixture = try await fixture(folder).signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens(refresh: Self.tooLong))
        fixture.expireAccessToken()
        let session = fixture.session
        #expect(Self.isTooLarge(await sessionError { _ = try await session.accessToken() }))
        #expect(await session.state.isAuthenticated)
        #expect(await !session.isStored)
    }

    @Test(arguments: ["revision", "generation"], ["9223372036854775807", "-1", "-9223372036854775808", "1e300"])
    func `loss 9: a number in the record that no session reaches is damage, not a trap`(
        name: String, number: String
    ) async throws {
        let fixture = try await SessionFixture().signedIn()
        let text = try await fixture.store.text
        let changed = text.replacing("\"\(name)\":1", with: "\"\(name)\":\(number)")
        #expect(changed != text)
        let later = SessionFixture(store: MemoryStore(record: Array(changed.utf8)))
        try await later.session.configure()
        #expect(await later.session.state == .noSession(.storeLost))
        try await later.session.signOut(force: true)
        try await later.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(await later.session.status.generation == 1)
    }

    @Test(arguments: ["access_lifetime", "access_obtained_at", "refresh_obtained_at"], ["1e300", "-1e300", "1e11"])
    func `loss 9: nor is a time that no clock shows`(name: String, number: String) async throws {
        let text = try await SessionFixture().signedIn().store.text
        let changed = text.replacing(#/"access_lifetime":60|"\w+_obtained_at":\d+/#) { match in
            match.output.hasPrefix("\"\(name)\":") ? "\"\(name)\":\(number)" : String(match.output)
        }
        try #require(changed != text)
        let later = SessionFixture(store: MemoryStore(record: Array(changed.utf8)))
        try await later.session.configure()
        #expect(await later.session.state == .noSession(.storeLost))
    }

    @Test func `loss 9: the largest numbers that a record may hold can be counted on from`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let most = String(1 << 53)
        let text = try await fixture.store.text.replacing("\"revision\":1", with: "\"revision\":\(most)")
            .replacing("\"generation\":1", with: "\"generation\":\(most)")
        let later = SessionFixture(store: MemoryStore(record: Array(text.utf8)), transport: fixture.transport)
        try await later.session.configure()
        #expect(await later.session.state == .authenticated(.restored))
        try await later.session.refresh()
        try await later.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
        #expect(await later.session.status.generation == 1 << 53 + 1)
    }
}
