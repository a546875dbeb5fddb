import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// Many sessions, as of a server's users, with one provider.
@Suite(.timeLimit(.minutes(5)))
struct SharedProviderTests {
    private static let metadataPath = "/.well-known/openid-configuration"

    private let transport = ScriptedTransport()
    private let clock = TestClock()
    private let provider: Provider
    /// Holds the metadata back.
    private let gate = Gate()

    init() {
        provider = Provider(
            client: SessionFixture.configuration, transport: transport, clock: clock, randomness: CountingRandomness())
        let issuer = SessionFixture.issuer
        let metadata =
            #"{"issuer":"\#(issuer)","token_endpoint":"\#(issuer)/token","jwks_uri":"\#(issuer)/keys"}"#
        transport.always(Self.metadataPath, ScriptedTransport.held(by: gate, ScriptedTransport.json(metadata)))
    }

    private func signedIn(_ count: Int) async throws -> [Session] {
        var sessions: [Session] = []
        for _ in 0..<count {
            let session = Session(provider: provider, store: MemoryStore())
            try await session.configure()
            try await session.signIn(GivenTokens())
            sessions.append(session)
        }
        return sessions
    }

    private func refreshAll(_ sessions: [Session]) async throws -> [Task<Void, any Error>] {
        let refreshes = sessions.map { session in Task { try await session.refresh() } }
        for session in sessions { try await until { await session.status.refreshWaiters == 1 } }
        try await transport.received(1, at: Self.metadataPath)
        return refreshes
    }

    @Test func `sessions that need the metadata and the keys at once ask for each once`() async throws {
        let key = try JWK.generate(.p256, keyID: "k1")
        let now = Int(clock.now.timeIntervalSince1970)
        let claims: JSONObject = [
            "iss": .string(SessionFixture.issuer), "aud": "console", "sub": "alice",
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 600)),
        ]
        let idToken = try JWS.sign(payload: Array(claims.serialized().utf8), key: key, algorithm: .es256)
        let keyGate = Gate()
        let keys = ScriptedTransport.json(JWKSet(keys: [key]).json.serialized())
        transport.always("/keys", ScriptedTransport.held(by: keyGate, keys))
        transport.always("/token", ScriptedTransport.tokens(more: "\"id_token\":\"\(idToken)\""))
        let refreshes = try await refreshAll(try await signedIn(20))
        gate.open()
        try await transport.received(20, at: "/token")
        keyGate.open()
        for refresh in refreshes { try await refresh.value }
        #expect(transport.requests(to: Self.metadataPath).count == 1)
        #expect(transport.requests(to: "/keys").count == 1)
        #expect(transport.requests(to: "/token").count == 20)
    }

    @Test func `a session that ends while all wait for the metadata holds up no other`() async throws {
        transport.always("/token", ScriptedTransport.tokens())
        let sessions = try await signedIn(3)
        let refreshes = try await refreshAll(sessions)
        for session in sessions.prefix(2) { await session.forget() }
        gate.open()
        try await refreshes[2].value
        for refresh in refreshes.prefix(2) { #expect(await sessionError { try await refresh.value } != nil) }
        #expect(transport.requests(to: Self.metadataPath).count == 1)
        #expect(transport.requests(to: "/token").count == 1)
    }

    @Test func `each session has events of its own, and the client's secret is masked in those of all`() async throws {
        var client = SessionFixture.configuration
        client.authentication = .post(Secret("secret-of-the-client"))
        let provider = Provider(client: client, transport: transport, clock: clock)
        let sessions = (0..<2).map { _ in Session(provider: provider, store: MemoryStore()) }
        try await sessions[0].configure()
        #expect(sessions.map { $0.recentEvents.count } == [1, 0])
        let mark = Secret("secret-of-the-client").fingerprint
        for session in sessions {
            #expect(session.masked("it was secret-of-the-client") == "it was •••• \(mark)")
        }
    }
}
