import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct IDTokenSignatureTests {
    private func error(of token: Secret, at scripted: ImaginaryProvider) async -> String? {
        let error = await failure {
            try await IDTokenVerifier(scripted.provider).verify(
                token, from: scripted.response(), expecting: IDTokenExpectation())
        }
        guard case .untrustworthy(let check, during: .token) = error else { return nil }
        return check
    }

    private func trust(in token: Secret, at scripted: ImaginaryProvider) async throws -> TokenTrust {
        try await IDTokenVerifier(scripted.provider).verify(
            token, from: scripted.response(), expecting: IDTokenExpectation()
        ).trust
    }

    @Test func `invariant 40d: alg none is refused, with and without a signature`() async throws {
        let scripted = try ImaginaryProvider()
        let header = Base64URL.encode(#"{"alg":"none"}"#.utf8)
        let payload = Base64URL.encode(scripted.claims.serialized().utf8)
        for signature in ["", "AAAA"] {
            #expect(
                await error(of: Secret("\(header).\(payload).\(signature)"), at: scripted)?.contains("none") == true)
        }
    }

    @Test func `invariant 40d: a changed payload or signature is refused`() async throws {
        let scripted = try ImaginaryProvider()
        let parts = try scripted.idToken().reveal().split(separator: ".").map(String.init)
        var claims = scripted.claims
        claims["sub"] = "mallory"
        let forged = "\(parts[0]).\(Base64URL.encode(claims.serialized().utf8)).\(parts[2])"
        #expect(await error(of: Secret(forged), at: scripted)?.contains("signature") == true)
        let other = try scripted.idToken { $0["sub"] = "bob" }.reveal().split(separator: ".")[2]
        #expect(
            await error(of: Secret("\(parts[0]).\(parts[1]).\(other)"), at: scripted)?.contains("signature") == true)
    }

    @Test func `invariant 40d: another key under the same kid is refused`() async throws {
        let scripted = try ImaginaryProvider()
        let impostor = try JWK.generate(.p256, keyID: "key-1")
        #expect(await error(of: try scripted.idToken(key: impostor), at: scripted)?.contains("signature") == true)
    }

    @Test func `invariant 40d: an algorithm that the provider does not list is refused`() async throws {
        let key = try JWK.generate(.p384, keyID: "key-1")
        let scripted = try ImaginaryProvider(key: key)
        #expect(await error(of: try scripted.idToken(algorithm: .es384), at: scripted)?.contains("ES384") == true)
        scripted.publishMetadata { $0["id_token_signing_alg_values_supported"] = nil }
        let lenient = try ImaginaryProvider(
            metadata: { $0["id_token_signing_alg_values_supported"] = nil }, key: key)
        #expect(
            try await trust(in: lenient.idToken(algorithm: .es384), at: lenient)
                == .verified(algorithm: "ES384", keyID: "key-1"))
    }

    @Test func `invariant 40d: an algorithm that the configuration leaves out is refused`() async throws {
        let scripted = try ImaginaryProvider(configure: { $0.idTokenAlgorithms = ["RS256"] })
        #expect(await error(of: try scripted.idToken(), at: scripted)?.contains("ES256") == true)
    }

    @Test func `invariant 40d: a public key is never taken for a shared secret`() async throws {
        let rsa = try JWK.generate(.rsa(), keyID: "key-1")
        let modulus = try #require(rsa.publicKey?.json(includingPrivate: false).serialized())
        let shared = try JWK(json: ["kty": "oct", "k": .string(Base64URL.encode(modulus.utf8)), "kid": "key-1"])
        let scripted = try ImaginaryProvider(
            configure: { $0.idTokenAlgorithms.insert("HS256") }, key: rsa)
        let forged = try scripted.idToken(key: shared, algorithm: .hs256)
        #expect(await error(of: forged, at: scripted)?.contains("HS256") == true)
    }

    @Test func `invariant 40d: HS256 counts only where it is configured and there is a secret`() async throws {
        let secret = "a-client-secret-of-at-least-32-bytes"
        let shared = try JWK(json: ["kty": "oct", "k": .string(Base64URL.encode(secret.utf8))])
        func scripted(_ configure: @escaping (inout ClientConfiguration) -> Void) throws -> ImaginaryProvider {
            try ImaginaryProvider(configure: configure, key: shared)
        }
        let configured = try scripted {
            $0.authentication = .basic(Secret(secret))
            $0.idTokenAlgorithms.insert("HS256")
        }
        #expect(
            try await trust(in: configured.idToken(algorithm: .hs256), at: configured)
                == .verified(algorithm: "HS256", keyID: nil))
        #expect(configured.transport.requests(to: "/keys").isEmpty)
        let notConfigured = try scripted { $0.authentication = .basic(Secret(secret)) }
        #expect(await error(of: try notConfigured.idToken(algorithm: .hs256), at: notConfigured) != nil)
        let withoutSecret = try scripted { $0.idTokenAlgorithms.insert("HS256") }
        #expect(await error(of: try withoutSecret.idToken(algorithm: .hs256), at: withoutSecret) != nil)
        let otherSecret = try scripted {
            $0.authentication = .basic(Secret("another-client-secret-of-32-bytes-or-so"))
            $0.idTokenAlgorithms.insert("HS256")
        }
        #expect(
            await error(of: try otherSecret.idToken(algorithm: .hs256), at: otherSecret)?.contains("signature") == true)
    }

    @Test(arguments: [
        (JWK.Kind.rsa(), JWSAlgorithm.rs256), (.rsa(), .ps384), (.p384, .es384), (.p521, .es512), (.ed25519, .edDSA),
        (.ed25519, .ed25519),
    ])
    func `every asymmetric algorithm is accepted where the provider lists none`(kind: JWK.Kind, algorithm: JWSAlgorithm)
        async throws
    {
        let scripted = try ImaginaryProvider(
            metadata: { $0["id_token_signing_alg_values_supported"] = nil },
            key: try JWK.generate(kind, keyID: "key-1"))
        #expect(
            try await trust(in: scripted.idToken(algorithm: algorithm), at: scripted)
                == .verified(algorithm: algorithm.rawValue, keyID: "key-1"))
    }

    @Test(arguments: ["", "x", "a.b", "a.b.c", "a.b.c.d.e", "....", "eyJhbGciOiJFUzI1NiJ9.e30."])
    func `what is no signed token is refused`(text: String) async throws {
        #expect(await error(of: Secret(text), at: try ImaginaryProvider()) != nil)
    }
}
