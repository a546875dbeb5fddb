import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct ProviderKeysTests {
    private func trust(in token: Secret, at scripted: ImaginaryProvider) async throws -> TokenTrust {
        try await IDTokenVerifier(scripted.provider).verify(
            token, from: scripted.response(), expecting: IDTokenExpectation()
        ).trust
    }

    @Test func `keys are fetched when first needed and then kept`() async throws {
        let scripted = try ImaginaryProvider()
        for _ in 0..<3 {
            #expect(
                try await trust(in: scripted.idToken(), at: scripted) == .verified(algorithm: "ES256", keyID: "key-1"))
        }
        #expect(scripted.transport.requests(to: "/keys").count == 1)
    }

    @Test func `keys in an error answer are not the provider's`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.always(
            "/keys", ScriptedTransport.json(JWKSet(keys: [scripted.key]).json.serialized(), status: 500))
        guard case .notChecked = try await trust(in: scripted.idToken(), at: scripted) else {
            Issue.record("the signature was checked with keys of an error answer")
            return
        }
    }

    @Test func `invariant 40d: an unknown kid has the keys fetched once more, and rotation is survived`() async throws {
        let scripted = try ImaginaryProvider()
        _ = try await trust(in: scripted.idToken(), at: scripted)
        let next = try JWK.generate(.p256, keyID: "key-2")
        scripted.publish([next])
        #expect(
            try await trust(in: scripted.idToken(key: next), at: scripted)
                == .verified(algorithm: "ES256", keyID: "key-2"))
        #expect(scripted.transport.requests(to: "/keys").count == 2)
    }

    @Test func `invariant 40d: unknown kids cost one request a minute, whatever their number`() async throws {
        let scripted = try ImaginaryProvider()
        let stranger = try JWK.generate(.p256, keyID: "stranger")
        for _ in 0..<5 {
            let error = await failure { try await trust(in: scripted.idToken(key: stranger), at: scripted) }
            guard case .untrustworthy(let check, during: .token) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(check.contains("stranger"))
        }
        #expect(scripted.transport.requests(to: "/keys").count == 2)
        scripted.clock.advance(by: .seconds(59))
        _ = await failure { try await trust(in: scripted.idToken(key: stranger), at: scripted) }
        #expect(scripted.transport.requests(to: "/keys").count == 2)
        scripted.clock.advance(by: .seconds(1))
        _ = await failure { try await trust(in: scripted.idToken(key: stranger), at: scripted) }
        #expect(scripted.transport.requests(to: "/keys").count == 3)
    }

    @Test func `a key that was withdrawn is believed for an hour at most`() async throws {
        let scripted = try ImaginaryProvider()
        _ = try await trust(in: scripted.idToken(), at: scripted)
        scripted.publish([])
        scripted.clock.advance(by: .seconds(3_599))
        _ = try await trust(in: scripted.idToken(), at: scripted)
        scripted.clock.advance(by: .seconds(1))
        #expect(await failure { try await trust(in: scripted.idToken(), at: scripted) } != nil)
    }

    @Test func `a key that is published but can't be used is named with what is wrong with it`() async throws {
        let scripted = try ImaginaryProvider()
        let own = try JWK.generate(.p256, keyID: "own")
        var spoilt = own.json(includingPrivate: false)
        spoilt["y"] = "AQAB"
        scripted.transport.always(
            "/keys", ScriptedTransport.json(JSONObject([("keys", .array([.object(spoilt)]))]).serialized()))
        let error = await failure { try await trust(in: scripted.idToken(key: own), at: scripted) }
        guard case .untrustworthy(let check, during: .token) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(check.contains("the provider publishes the key own, but it can't be used: "))
        #expect(check.contains("a valid EC key"))
    }

    @Test func `a token without a kid is tried with every key that fits`() async throws {
        let anonymous = try JWK.generate(.p256)
        let scripted = try ImaginaryProvider(key: anonymous)
        scripted.publish([try JWK.generate(.p256), try JWK.generate(.ed25519), anonymous])
        #expect(try await trust(in: scripted.idToken(), at: scripted) == .verified(algorithm: "ES256", keyID: nil))
    }

    @Test func `keys that can't be understood hide none that can`() async throws {
        let scripted = try ImaginaryProvider()
        var document = JWKSet(keys: [scripted.key]).json
        document["keys"] = .array([["kty": "PQC"], 7, nil] + (document["keys"]?.array ?? []))
        scripted.transport.always("/keys", ScriptedTransport.json(document.serialized()))
        #expect(
            try await trust(in: scripted.idToken(), at: scripted) == .verified(algorithm: "ES256", keyID: "key-1"))
    }

    @Test func `without keys the claims decide alone and the trust says why`() async throws {
        let scripted = try ImaginaryProvider(metadata: { $0["jwks_uri"] = nil })
        #expect(
            try await trust(in: scripted.idToken(), at: scripted)
                == .notChecked("the provider does not offer its keys (jwks_uri)"))
    }

    @Test(arguments: [
        ScriptedTransport.failure(.timedOut(.connect)), ScriptedTransport.answer(500), ScriptedTransport.answer(404),
        ScriptedTransport.json("[]"), ScriptedTransport.json("{}"), ScriptedTransport.answer(200, text: "<html>"),
    ])
    func `keys that can't be had leave the signature unchecked, and are asked for again`(
        answer: @escaping ScriptedTransport.Answer
    ) async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/keys", answer)
        guard case .notChecked(let reason) = try await trust(in: scripted.idToken(), at: scripted) else {
            Issue.record("it was checked")
            return
        }
        #expect(!reason.isEmpty)
        #expect(
            try await trust(in: scripted.idToken(), at: scripted) == .verified(algorithm: "ES256", keyID: "key-1"))
    }

    @Test func `a cancelled look at the keys is a cancellation, not a verdict`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/keys", ScriptedTransport.held(by: Gate(), ScriptedTransport.answer(200)))
        let look = Task { await failure { try await trust(in: scripted.idToken(), at: scripted) } }
        try await scripted.transport.received(1, at: "/keys")
        look.cancel()
        #expect(await look.value == .cancelled)
    }
}
