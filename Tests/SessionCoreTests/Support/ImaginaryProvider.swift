import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// A provider at `https://provider.example` that exists as a script: metadata, one key, and what a test adds.
struct ImaginaryProvider: Sendable {
    static let issuer = "https://provider.example"
    static let clientID = "console"
    static let metadataPath = "/.well-known/openid-configuration"

    let transport = ScriptedTransport()
    let clock = TestClock()
    let journal: EventJournal
    /// The key that ID tokens are signed with.
    let key: JWK
    let provider: ProviderChannel

    init(
        configure: (inout ClientConfiguration) throws -> Void = { _ in },
        metadata change: (inout JSONObject) -> Void = { _ in },
        key: JWK? = nil
    ) throws {
        self.key = try key ?? JWK.generate(.p256, keyID: "key-1")
        var configuration = ClientConfiguration(issuer: Self.issuer, clientID: Self.clientID)
        try configure(&configuration)
        journal = EventJournal(clock: clock)
        provider = ProviderChannel(
            configuration: configuration, directory: ProviderDirectory(configuration: configuration),
            channel: Channel(
                transport: transport, clock: clock, randomness: CountingRandomness(),
                scope: EventScope(journal: journal, generation: 1)))
        publishMetadata(change)
        publish([self.key])
    }

    var context: SignInContext { SignInContext(provider: provider) }
    var tokenEndpoint: TokenEndpoint { TokenEndpoint(provider) }

    /// What the provider answers to discovery unless a test changes it.
    static let metadata: JSONObject = [
        "issuer": .string(issuer),
        "authorization_endpoint": "https://provider.example/authorize?tenant=1",
        "token_endpoint": "https://provider.example/token",
        "userinfo_endpoint": "https://provider.example/userinfo",
        "jwks_uri": "https://provider.example/keys",
        "revocation_endpoint": "https://provider.example/revoke",
        "introspection_endpoint": "https://provider.example/introspect",
        "device_authorization_endpoint": "https://provider.example/device",
        "pushed_authorization_request_endpoint": "https://provider.example/par",
        "end_session_endpoint": "https://provider.example/logout",
        "id_token_signing_alg_values_supported": ["ES256", "RS256", "HS256", "none"],
        "code_challenge_methods_supported": ["S256"],
    ]

    func publishMetadata(_ change: (inout JSONObject) -> Void) {
        var document = Self.metadata
        change(&document)
        transport.always(Self.metadataPath, ScriptedTransport.json(document.serialized()))
    }

    func publish(_ keys: [JWK]) {
        transport.always("/keys", ScriptedTransport.json(JWKSet(keys: keys).json.serialized()))
    }

    /// The claims of an ID token that passes every check.
    var claims: JSONObject {
        let now = Int(clock.now.timeIntervalSince1970)
        return [
            "iss": .string(Self.issuer), "sub": "alice", "aud": .string(Self.clientID),
            "exp": .number(JSONNumber(now + 300)), "iat": .number(JSONNumber(now)),
        ]
    }

    /// An ID token of the provider, its claims changed as told.
    func idToken(
        key: JWK? = nil, algorithm: JWSAlgorithm = .es256, header: JSONObject = [:],
        _ change: (inout JSONObject) -> Void = { _ in }
    ) throws -> Secret {
        var claims = self.claims
        change(&claims)
        return Secret(
            try JWS.sign(
                payload: Array(claims.serialized().utf8), key: key ?? self.key, algorithm: algorithm, header: header))
    }

    /// A token response as if it came just now.
    func response(
        accessToken: String = "access-1", idToken: Secret? = nil, providerDate: Date? = nil
    ) -> TokenResponse {
        TokenResponse(
            accessToken: Secret(accessToken), expiresIn: .seconds(60), idToken: idToken, requestedAt: clock.now,
            requestedAtUptime: clock.uptime, providerDate: providerDate)
    }

    /// The strays that were told of, once there are so many.
    func strays(_ count: Int) async -> [StrayRedirect] {
        var strays: [StrayRedirect] = []
        for await event in journal.events() {
            if case .strayRedirect(let stray) = event.kind { strays.append(stray) }
            if strays.count == count { break }
        }
        return journal.kept.compactMap { if case .strayRedirect(let stray) = $0.kind { stray } else { nil } }
    }

    /// The form of the last request to a path.
    func lastForm(to path: String) throws -> [String: String] {
        try #require(transport.requests(to: path).last).form
    }
}

/// The error that `body` throws.
func failure(of body: () async throws -> some Any) async -> SessionError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? SessionError
    }
}
