import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

/// ID tokens and userinfo signed with the client's secret (OpenID Connect Core §10.1).
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SharedSecretTokensTests {
    static let algorithms: [JWSAlgorithm] = [.hs256, .hs384, .hs512]

    private func signIn(_ algorithm: JWSAlgorithm, accepting names: Set<String>?) async throws -> SignInResult {
        let fixture = try await DemoProviderFixture { configuration, demo in
            configuration.clientID = demo.confidentialClientID
            configuration.authentication = .basic(Secret(demo.clientSecret))
            if let names { configuration.idTokenAlgorithms = names }
        }
        await fixture.demo.signWithClientSecret(algorithm)
        return try await PasswordFlow(username: "alice", password: Secret("wonderland")).signIn(fixture.context)
    }

    @Test(arguments: algorithms)
    func `provider 2: an ID token signed with the client's secret is verified where that is configured`(
        algorithm: JWSAlgorithm
    ) async throws {
        let result = try await signIn(algorithm, accepting: [algorithm.rawValue])
        #expect(result.idToken?.trust == .verified(algorithm: algorithm.rawValue, keyID: nil))
    }

    @Test func `provider 2: where it is not configured the message names the key to set`() async throws {
        guard
            case .untrustworthy(let check, during: .token) = await failure(of: {
                try await signIn(.hs512, accepting: nil)
            })
        else {
            Issue.record("it was accepted")
            return
        }
        #expect(check.contains("HS512") && check.contains("idTokenAlgorithms"))
    }

    @Test(arguments: algorithms)
    func `provider 2: a secret shorter than RFC 7518 wants it, and metadata without HS, are no obstacle`(
        algorithm: JWSAlgorithm
    ) async throws {
        let secret = "password"
        let scripted = try ImaginaryProvider(
            configure: {
                $0.authentication = .post(Secret(secret))
                $0.idTokenAlgorithms = [algorithm.rawValue]
            }, metadata: { $0["id_token_signing_alg_values_supported"] = ["RS256"] })
        // HMAC fills a short key up with zeros (RFC 2104 §2).
        let bytes = Array(secret.utf8) + Array(repeating: 0, count: 64 - secret.utf8.count)
        let key = try JWK(json: ["kty": "oct", "k": .string(Base64URL.encode(bytes))])
        let token = try scripted.idToken(key: key, algorithm: algorithm)
        let result = try await IDTokenVerifier(scripted.provider).verify(
            token, from: scripted.response(), expecting: IDTokenExpectation())
        #expect(result.trust == .verified(algorithm: algorithm.rawValue, keyID: nil))
    }

    @Test(arguments: algorithms)
    func `provider 2: userinfo signed with the client's secret is verified`(algorithm: JWSAlgorithm) async throws {
        let secret = "a-client-secret-of-at-least-64-bytes-which-is-what-HS512-wants-it-to-be"
        let key = try JWK(json: ["kty": "oct", "k": .string(Base64URL.encode(secret.utf8))])
        func outcome(of key: JWK) async throws -> UserInfoOutcome {
            let scripted = try ImaginaryProvider(configure: {
                $0.authentication = .basic(Secret(secret))
                $0.idTokenAlgorithms = [algorithm.rawValue]
            })
            let token = try scripted.idToken(key: key, algorithm: algorithm).reveal()
            scripted.transport.once(
                "/userinfo", ScriptedTransport.answer(200, headers: ["Content-Type": "application/jwt"], text: token))
            return await UserInfoEndpoint(scripted.provider).fetch(accessToken: Secret("a"), subject: "alice")
        }
        guard case .fetched = try await outcome(of: key) else {
            Issue.record("it was refused")
            return
        }
        let other = try JWK(json: ["kty": "oct", "k": .string(Base64URL.encode((secret + "x").utf8))])
        guard case .failed(.untrustworthy) = try await outcome(of: other) else {
            Issue.record("a forged one was accepted")
            return
        }
    }

    @Test func `provider 2: a client without a secret can't be configured for it`() throws {
        for authentication in [ClientAuthentication.none, .mutualTLS] {
            var configuration = ClientConfiguration(
                issuer: "https://p.example", clientID: "c", authentication: authentication)
            configuration.idTokenAlgorithms = ["ES256", "HS256"]
            #expect(
                throws: SessionError.invalidConfiguration(
                    setting: .idTokenAlgorithms,
                    reason: "HS256 is checked with the client's secret, and this client has none")
            ) { try configuration.validate() }
        }
    }
}
