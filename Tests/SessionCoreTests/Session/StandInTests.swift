import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// A provider whose metadata can't be had for a while.
@Suite(.timeLimit(.minutes(5)))
struct StandInTests {
    private static let place = "/.well-known/openid-configuration"
    static let outages: [ScriptedTransport.Answer] = [
        ScriptedTransport.answer(503), ScriptedTransport.answer(429),
        ScriptedTransport.failure(.couldNotConnect(host: "issuer.example:443", reason: "refused")),
    ]

    private func fixture(
        store: any SessionStore = MemoryStore(), clock: TestClock = TestClock(),
        outage: @escaping ScriptedTransport.Answer = ScriptedTransport.answer(503), hasEndpoint: Bool = false
    ) async throws -> SessionFixture {
        let endpoint = try #require(URL(string: SessionFixture.issuer + "/token"))
        let fixture = SessionFixture(store: store, clock: clock) { if hasEndpoint { $0.endpoints[.token] = endpoint } }
        fixture.transport.always(Self.place, outage)
        fixture.transport.always("/token", ScriptedTransport.tokens())
        try await fixture.session.configure()
        return fixture
    }

    @Test(arguments: outages.indices)
    func `a configured token endpoint needs no discovery, to sign in and to refresh`(outage: Int) async throws {
        let fixture = try await fixture(outage: Self.outages[outage], hasEndpoint: true)
        try await fixture.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        try await fixture.session.refresh()
        #expect(fixture.tokenRequests.count == 2)
        #expect(fixture.transport.requests(to: Self.place).isEmpty)
        #expect(await fixture.session.status.metadataReadAt == nil)
    }

    @Test func `without a configured endpoint nobody signs in while the provider gives no metadata`() async throws {
        let session = try await fixture().session
        let error = await sessionError {
            try await session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        }
        #expect(error == .server(status: 503, during: .discovery, retryAfter: nil))
    }

    @Test(arguments: outages.indices)
    func `a new process refreshes with the metadata that was read last`(outage: Int) async throws {
        let (store, clock) = (MemoryStore(), TestClock())
        let first = SessionFixture(store: store, clock: clock)
        first.transport.always("/token", ScriptedTransport.tokens())
        try await first.session.configure()
        try await first.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        let readAt = clock.now
        clock.advance(by: .seconds(90))

        let second = try await fixture(store: store, clock: clock, outage: Self.outages[outage])
        #expect(await second.session.status.metadataReadAt == readAt)
        #expect(try await second.session.accessToken().value.reveal() == "A2")
        #expect(second.transport.requests(to: Self.place).map(\.timeout) == [.seconds(5)])
        #expect(await second.session.status.metadataReadAt == readAt)
    }

    @Test(arguments: [
        ("", false), (#","introspection_endpoint":"https://id.example/introspect""#, true),
        (
            #","introspection_endpoint":"https://id.example/introspect","#
                + #""introspection_endpoint_auth_methods_supported":["client_secret_basic"]"#,
            false
        ),
    ])
    func `a restored session knows without the network whether it may introspect`(
        members: String, mayIntrospect: Bool
    ) async throws {
        let store = MemoryStore()
        let first = SessionFixture(store: store)
        first.transport.always(
            Self.place,
            ScriptedTransport.json(
                #"{"issuer":"\#(SessionFixture.issuer)","token_endpoint":"\#(SessionFixture.issuer)/token"\#(members)}"#
            ))
        first.transport.always("/token", ScriptedTransport.tokens())
        try await first.session.configure()
        #expect(await !first.session.status.hasIntrospection)
        try await first.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        #expect(await first.session.status.hasIntrospection == mayIntrospect)
        let second = SessionFixture(store: store)
        try await second.session.configure()
        #expect(await second.session.status.hasIntrospection == mayIntrospect)
        #expect(second.transport.requests(to: Self.place).isEmpty)
    }

    @Test func `an introspection endpoint of the configuration is known before the metadata is`() async throws {
        let endpoint = try #require(URL(string: SessionFixture.issuer + "/introspect"))
        let fixture = SessionFixture { $0.endpoints[.introspection] = endpoint }
        #expect(await fixture.session.status.hasIntrospection)
    }

    @Test func `the provider is asked again after a minute, and what it says counts from then on`() async throws {
        let (store, clock) = (MemoryStore(), TestClock())
        let first = try await SessionFixture(store: store, clock: clock).signedIn()
        first.transport.always("/token", ScriptedTransport.tokens())
        try await first.session.refresh()

        let second = SessionFixture(store: store, clock: clock)
        second.transport.once(Self.place, ScriptedTransport.answer(503))
        second.transport.always("/token", ScriptedTransport.tokens())
        try await second.session.configure()
        for _ in 0..<3 {
            try await second.session.refresh()
            clock.advance(by: .seconds(19))
        }
        #expect(second.transport.requests(to: Self.place).count == 1)
        clock.advance(by: .seconds(3))
        try await second.session.refresh()
        #expect(second.transport.requests(to: Self.place).count == 2)
        #expect(await second.session.status.metadataReadAt == clock.now)
    }

    @Test func `a place that says there is no metadata is believed`() async throws {
        let store = MemoryStore()
        let first = try await SessionFixture(store: store).signedIn()
        first.transport.always("/token", ScriptedTransport.tokens())
        try await first.session.refresh()
        let second = try await fixture(store: store, outage: ScriptedTransport.answer(404))
        second.transport.always("/.well-known/oauth-authorization-server", ScriptedTransport.answer(404))
        let session = second.session
        #expect(
            await sessionError { try await session.refresh() }
                == .server(status: 404, during: .discovery, retryAfter: nil))
    }

    @Test func `metadata that is too large is not kept`() async throws {
        let fixture = SessionFixture()
        let scopes = (0..<9_000).map { "\"scope-\($0)\"" }.joined(separator: ",")
        fixture.transport.always(
            Self.place,
            ScriptedTransport.json(
                """
                {"issuer":"\(SessionFixture.issuer)","token_endpoint":"\(SessionFixture.issuer)/token",
                "scopes_supported":[\(scopes)]}
                """))
        try await fixture.signedIn()
        #expect(try await fixture.session.metadata().scopes?.count == 9_000)
        #expect(await fixture.session.status.metadataReadAt == nil)
    }
}
