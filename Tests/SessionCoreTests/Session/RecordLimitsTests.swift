import FoundationEssentials
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

    @Test(arguments: ["\\u001b[2J", "a\\r\\nX: y", "é"])
    func `address 4: a stored token with characters that no token has is not used, nor shown`(token: String)
        async throws
    {
        let store = try await SessionFixture().signedIn().store
        let text = try await store.text
        for known in ["\"A1\"", "\"R1\""] {
            try await store.write(Array(text.replacing(known, with: "\"\(token)\"").utf8))
            let fixture = SessionFixture(store: store)
            try await fixture.session.configure()
            #expect(await !fixture.session.state.isAuthenticated)
            let isDamaged = fixture.events.contains { event in
                if case .storeFailed(.damaged(_, let reason)) = event.kind {
                    reason.contains("no token may contain")
                } else {
                    false
                }
            }
            #expect(isDamaged)
        }
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

    @Test(arguments: ["access_lifetime", "access_obtained_at", "refresh_obtained_at"], ["1e300", "-1e300", "1e12"])
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

    @Test(arguments: [
        "expires_at", "authenticated_at", "access_obtained_at", "refresh_obtained_at", "time", "since", "last_at",
        "access_lifetime", "refresh_lifetime", "pause", "count", "status", "pid",
    ])
    func `loss 9: whatever number stands in a record, it is read and used without a trap`(name: String) async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "ada"))
        let text = try await fixture.store.text
            .replacing(
                "\"session\":{",
                with: """
                    "pending_revocations":[{"token":"R0","kind":"refresh","since":1}],"session":{
                    "refresh_lifetime":9,"refresh_lifetime_source":"refresh_expires_in",
                    "suspicion":{"status":400,"count":1,"last_at":1,"pause":2},
                    """
            )
            .replacing("\"expires_at\":", with: "\"authenticated_at\":1,\"expires_at\":")
        let place = try Regex("\"\(name)\":[-+.e0-9]+")
        #expect(text.contains(place))
        for number in ["1e300", "-1e300", "253402300799", "-62135596800", "9223372036854775807", "1e-300"] {
            let changed = text.replacing(place, with: "\"\(name)\":\(number)")
            let later = SessionFixture(store: MemoryStore(record: Array(changed.utf8)))
            later.transport.always("/token", ScriptedTransport.tokens())
            later.transport.always("/revoke", ScriptedTransport.answer(200))
            try await later.session.configure()
            let status = await later.session.status
            for date in [status.idToken?.expiresAt, status.suspicion?.lastAt].compactMap(\.self) {
                #expect(date.formatted(.iso8601).count < 30)
            }
            _ = await sessionError { _ = try await later.session.accessToken() }
            try await later.session.signIn(GivenTokens(access: "B1", refresh: "S1"))
            #expect(try await later.session.accessToken().value.reveal() == "B1")
        }
    }

    @Test func `loss 9: an ID token that ends in the year 9999 is stored and read again`() async throws {
        let fixture = SessionFixture()
        try await fixture.session.configure()
        try await fixture.session.signIn(EndlessIDToken())
        let later = SessionFixture(store: fixture.store)
        try await later.session.configure()
        #expect(await later.session.state == .authenticated(.restored))
        #expect(await later.session.status.idToken?.expiresAt == EndlessIDToken.end)
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

/// A sign-in whose ID token ends as late as a claim can say.
private struct EndlessIDToken: SignInFlow {
    static let end = Date(timeIntervalSince1970: 253_402_300_799)

    let name = "given"

    func signIn(_ context: SignInContext) async throws -> SignInResult {
        SignInResult(
            tokens: try await GivenTokens().signIn(context).tokens,
            idToken: ValidatedIDToken(
                token: Secret("id-token"), trust: .notChecked("a test's"), issuer: SessionFixture.issuer,
                subject: "ada", expiresAt: Self.end, authenticatedAt: Self.end))
    }
}
