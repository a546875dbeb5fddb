import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// A DPoP proof as a server reads it.
struct ReceivedProof {
    let jwt: JWT

    init(in request: HTTPRequest) throws {
        #expect(request.headers.values(of: "DPoP").count == 1)
        jwt = try JWT.parse(try #require(request.headers["DPoP"]))
    }

    var target: String? { claim("htu") }
    var nonce: String? { claim("nonce") }

    func claim(_ name: String) -> String? { jwt.claims.object[name]?.string }
}

/// RFC 9449 at the provider's endpoints.
@Suite(.timeLimit(.minutes(5)))
struct ProofTests {
    private static let granted = #"{"access_token":"access-2","token_type":"DPoP","expires_in":60}"#

    private static func nonceWanted(_ nonce: String) -> ScriptedTransport.Answer {
        ScriptedTransport.json(#"{"error":"use_dpop_nonce"}"#, status: 400, headers: ["DPoP-Nonce": nonce])
    }

    private func provider(_ key: TestKey = .p256) throws -> ImaginaryProvider {
        try ImaginaryProvider(configure: { $0.proofKey = ProofKey(pem: Secret(key.pem)) })
    }

    @Test(arguments: [(TestKey.p256, "ES256"), (.rsa, "RS256"), (.ed25519, "EdDSA")])
    func `a token request carries a proof that is signed by the key in its header`(key: TestKey, algorithm: String)
        async throws
    {
        let scripted = try provider(key)
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        guard case .granted = await scripted.tokenEndpoint.refresh(Secret("r")) else {
            Issue.record("not granted")
            return
        }
        let proof = try ReceivedProof(in: try #require(scripted.transport.requests(to: "/token").first)).jwt
        #expect(proof.jws.type == "dpop+jwt")
        #expect(proof.jws.algorithmName == algorithm)
        let jwk = try #require(proof.jws.header["jwk"]?.object)
        #expect(jwk["d"] == nil && jwk["p"] == nil)
        #expect(try JWK(json: jwk).thumbprint == JWK(pem: key.pem).thumbprint)
        try proof.jws.verify(with: JWK(json: jwk), allowed: [try #require(JWSAlgorithm(rawValue: algorithm))])
        #expect(proof.claims.object["htm"] == "POST")
        #expect(proof.claims.object["htu"] == "https://provider.example/token")
        #expect(proof.claims.issuedAt == scripted.clock.now)
        #expect(proof.claims.jwtID?.isEmpty == false)
        #expect(proof.claims.object["ath"] == nil && proof.claims.nonce == nil)
    }

    @Test func `every request has a proof of its own, and only the token endpoint gets one`() async throws {
        let scripted = try provider()
        scripted.transport.always("/token", ScriptedTransport.json(Self.granted))
        scripted.transport.once("/revoke", ScriptedTransport.answer(200))
        for _ in 0..<2 { _ = await scripted.tokenEndpoint.refresh(Secret("r")) }
        try await RevocationEndpoint(scripted.provider).revoke(Secret("r"), kind: .refresh)
        let identifiers = try scripted.transport.requests(to: "/token").map { try ReceivedProof(in: $0).claim("jti") }
        #expect(identifiers[0] != identifiers[1])
        for path in ["/revoke", ImaginaryProvider.metadataPath] {
            #expect(scripted.transport.requests(to: path).first?.headers["DPoP"] == nil)
        }
    }

    @Test func `invariant 40e: use_dpop_nonce at the token endpoint gives one retry with the nonce`() async throws {
        let scripted = try provider()
        scripted.transport.once("/token", Self.nonceWanted("n-1"))
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        guard case .granted = await scripted.tokenEndpoint.refresh(Secret("r")) else {
            Issue.record("not granted")
            return
        }
        let requests = scripted.transport.requests(to: "/token")
        #expect(try requests.map { try ReceivedProof(in: $0).nonce } == [nil, "n-1"])
        #expect(requests[0].form == requests[1].form)
    }

    @Test func `hole, invariant 40e: a nonce that comes with the repeated answer is used for the next request`()
        async throws
    {
        let scripted = try provider()
        scripted.transport.once("/token", Self.nonceWanted("n-1"))
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted, headers: ["DPoP-Nonce": "n-2"]))
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        for _ in 0..<2 { _ = await scripted.tokenEndpoint.refresh(Secret("r")) }
        let nonces = try scripted.transport.requests(to: "/token").map { try ReceivedProof(in: $0).nonce }
        #expect(nonces == [nil, "n-1", "n-2"])
    }

    @Test func `invariant 40e: a provider that goes on asking for a nonce is not asked for ever`() async throws {
        let scripted = try provider()
        scripted.transport.always("/token", Self.nonceWanted("n"))
        #expect(
            await scripted.tokenEndpoint.refresh(Secret("r"))
                == .refused(OAuthError(code: "use_dpop_nonce", status: 400)))
        #expect(scripted.transport.requests(to: "/token").count == 2)
    }

    @Test func `invariant 40e: a retry brings a client assertion of its own`() async throws {
        let scripted = try ImaginaryProvider(configure: {
            $0.proofKey = ProofKey(pem: Secret(TestKey.p256.pem))
            $0.authentication = .privateKeyJWT(ClientKey(pem: Secret(TestKey.ed25519.pem)))
        })
        scripted.transport.once("/token", Self.nonceWanted("n"))
        scripted.transport.once("/token", ScriptedTransport.json(Self.granted))
        _ = await scripted.tokenEndpoint.refresh(Secret("r"))
        let assertions = scripted.transport.requests(to: "/token").map { $0.form["client_assertion"] }
        #expect(assertions.count == 2)
        #expect(assertions[0] != assertions[1])
    }

    @Test func `invariant 40e: a nonce that comes with a success is used from then on`() async throws {
        let scripted = try provider()
        for nonce in ["n-1", "n-2"] {
            scripted.transport.once("/token", ScriptedTransport.json(Self.granted, headers: ["DPoP-Nonce": nonce]))
        }
        scripted.transport.always("/token", ScriptedTransport.json(Self.granted))
        for _ in 0..<4 { _ = await scripted.tokenEndpoint.refresh(Secret("r")) }
        #expect(
            try scripted.transport.requests(to: "/token").map { try ReceivedProof(in: $0).nonce }
                == [nil, "n-1", "n-2", "n-2"])
    }

    @Test func `a proof is dated by the server's clock where that is known`() async throws {
        let scripted = try provider()
        scripted.transport.always(
            "/token", ScriptedTransport.json(Self.granted, headers: ["Date": "Thu, 01 Jan 2026 10:00:00 GMT"]))
        for _ in 0..<2 { _ = await scripted.tokenEndpoint.refresh(Secret("r")) }
        let dates = try scripted.transport.requests(to: "/token").map { try ReceivedProof(in: $0).jwt.claims.issuedAt }
        #expect(dates == [scripted.clock.now, scripted.clock.now.addingTimeInterval(36_000)])
    }

    @Test func `a proof that is refused is dated anew once, where the answer tells that the server's clock differs`()
        async throws
    {
        let scripted = try provider()
        scripted.transport.always(
            "/token",
            ScriptedTransport.json(
                #"{"error":"invalid_dpop_proof"}"#, status: 400, headers: ["Date": "Thu, 01 Jan 2026 10:00:00 GMT"]))
        for _ in 0..<2 { _ = await scripted.tokenEndpoint.refresh(Secret("r")) }
        let dates = try scripted.transport.requests(to: "/token").map { try ReceivedProof(in: $0).jwt.claims.issuedAt }
        let (now, then) = (scripted.clock.now, scripted.clock.now.addingTimeInterval(36_000))
        #expect(dates == [now, then, then])
    }

    @Test func `RFC 9449 §7.1: userinfo gets the scheme DPoP and a proof with the hash of the token`() async throws {
        let scripted = try provider()
        scripted.transport.once("/userinfo", ScriptedTransport.json(#"{"sub":"alice"}"#))
        let token = Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
        _ = await UserInfoEndpoint(scripted.provider).fetch(accessToken: token, subject: nil)
        let request = try #require(scripted.transport.requests(to: "/userinfo").first)
        #expect(request.headers.values(of: "Authorization") == ["DPoP \(token.reveal())"])
        let proof = try ReceivedProof(in: request)
        #expect(proof.claim("htm") == "GET")
        #expect(proof.claim("ath") == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    }

    @Test func `invariant 40e: userinfo that asks for a nonce is asked once more, and a bad proof is no 401`()
        async throws
    {
        let scripted = try provider()
        scripted.transport.once(
            "/userinfo",
            ScriptedTransport.answer(
                401, headers: ["WWW-Authenticate": "DPoP error=\"use_dpop_nonce\"", "DPoP-Nonce": "n-1"]))
        scripted.transport.once(
            "/userinfo",
            ScriptedTransport.answer(401, headers: ["WWW-Authenticate": "DPoP error=\"invalid_dpop_proof\""]))
        let outcome = await UserInfoEndpoint(scripted.provider).fetch(accessToken: Secret("a"), subject: nil)
        #expect(outcome == .failed(.refused(OAuthError(code: "invalid_dpop_proof", status: 401), during: .userInfo)))
        #expect(
            try scripted.transport.requests(to: "/userinfo").map { try ReceivedProof(in: $0).nonce } == [nil, "n-1"])
    }

    @Test func `a bearer token in place of a bound one is refused, and the other way round`() async throws {
        let bound = try provider()
        bound.transport.once("/token", ScriptedTransport.json(#"{"access_token":"a","token_type":"bearer"}"#))
        #expect(
            await bound.tokenEndpoint.refresh(Secret("r")) == .failed(.unsupported("tokens bound to a key (DPoP)")))
        let bearer = try ImaginaryProvider()
        bearer.transport.once("/token", ScriptedTransport.json(Self.granted))
        guard case .failed(.unintelligible) = await bearer.tokenEndpoint.refresh(Secret("r")) else {
            Issue.record("a token that can't be used was taken")
            return
        }
        #expect(bearer.transport.requests(to: "/token").first?.headers["DPoP"] == nil)
    }

    @Test func `RFC 9449 §10: the authorization request names the key by its thumbprint`() async throws {
        let scripted = try provider()
        let signIn = try await BrowserSignIn.begin(scripted, receivers: [ScriptedReceiver()])
        #expect(try signIn.parameters["dpop_jkt"] == JWK(pem: TestKey.p256.pem).thumbprint)
        signIn.result.cancel()
        #expect(await signIn.error() == .cancelled)
    }

    @Test func `RFC 9449 §6.1: the example key has the thumbprint that is computed here`() throws {
        let key = try JWK(json: [
            "kty": "EC", "crv": "P-256", "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
            "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
        ])
        #expect(key.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }

    @Test func `a key that can't prove is refused when the configuration is validated`() throws {
        var configuration = ClientConfiguration(issuer: ImaginaryProvider.issuer, clientID: "console")
        configuration.proofKey = ProofKey(pem: Secret("nonsense"))
        let error = #expect(throws: SessionError.self) { try configuration.validate() }
        guard case .invalidConfiguration(setting: .proofKey, _) = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
