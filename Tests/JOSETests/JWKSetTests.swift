import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct JWKSetTests {
    @Test func `RFC 7517 A.1: two public keys`() throws {
        let set = try JWKSet(parsing: RFC7517.appendixA1.utf8)
        #expect(set.skippedCount == 0)
        #expect(set.keys.map(\.keyType) == ["EC", "RSA"])
        #expect(set.keys.map(\.keyID) == ["1", "2011-04-29"])
        #expect(set.keys.map(\.use) == ["enc", nil])
        #expect(set.keys.map(\.algorithm) == [nil, "RS256"])
        #expect(set.keys.allSatisfy { !$0.isPrivate })
    }

    @Test func `RFC 7517 A.2: the public halves of the private keys are those of A.1`() throws {
        let set = try JWKSet(parsing: RFC7517.appendixA2.utf8)
        #expect(set.keys.allSatisfy { $0.isPrivate })
        #expect(set.keys.compactMap(\.publicKey) == (try JWKSet(parsing: RFC7517.appendixA1.utf8)).keys)
    }

    @Test func `RFC 7517 A.2: the private RSA key signs for the public one`() throws {
        let privateKey = try #require(try JWKSet(parsing: RFC7517.appendixA2.utf8).keys.last)
        let publicKey = try #require(try JWKSet(parsing: RFC7517.appendixA1.utf8).keys.last)
        let token = try JWS.sign(payload: [], key: privateKey, algorithm: .rs256)
        try JWS.parse(token).verify(with: publicKey, allowed: [.rs256])
    }

    @Test func `RFC 7517 A.3: two symmetric keys, one of them for encryption`() throws {
        let set = try JWKSet(parsing: RFC7517.appendixA3.utf8)
        #expect(set.keys.map(\.bits) == [128, 512])
        #expect(set.keys.first?.algorithm == "A128KW")
        #expect(set.candidates(for: try JWS.parse(RFC7515.appendixA1.token)) == Array(set.keys.suffix(1)))
    }

    @Test func `keys that are not understood are counted and left out`() throws {
        let text = #"""
            {"keys": [{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}, 5, {"kty":"AKP","alg":"ML-DSA-44"}, {},
                      {"kty":"oct","k":"AQAB"}], "more": 1}
            """#
        let set = try JWKSet(parsing: text.utf8)
        #expect(set.keys.map(\.keyType) == ["oct"])
        #expect(set.skippedCount == 4)
    }

    @Test func `a published set has public members only`() throws {
        let keys = [try TestKeys.rsa.get(), try TestKeys.oct.get(), try TestKeys.p256.get()]
        let published = JWKSet(keys: keys).json
        #expect(try JWKSet(json: published).keys == keys.compactMap(\.publicKey))
        #expect(published["keys"]?.array?.count == 2)
        #expect(published["keys"]?.array?.allSatisfy { $0["d"] == nil && $0["k"] == nil } == true)
    }

    @Test func `a key is chosen by kid, and by what it may be used for`() throws {
        let named = try JWK.generate(.p256, keyID: "a")
        let other = try JWK.generate(.p256, keyID: "b", algorithm: .es256)
        let unnamed = try JWK.generate(.p256)
        let curve = try JWK.generate(.p384, keyID: "a")
        let encryption = try JWK(
            json: {
                var object = named.json(includingPrivate: false)
                object["use"] = "enc"
                return object
            }())
        let set = JWKSet(keys: [named, other, unnamed, curve, encryption, try TestKeys.rsa.get()])
        #expect(set.candidates(keyID: "a", algorithm: .es256) == [named])
        #expect(set.candidates(keyID: "a", algorithm: .es384) == [curve])
        #expect(set.candidates(keyID: "b", algorithm: .es256) == [other])
        #expect(set.candidates(keyID: "c", algorithm: .es256).isEmpty)
        #expect(set.candidates(keyID: nil, algorithm: .es256) == [named, other, unnamed])
        #expect(set.candidates(for: try JWS.parse(try JWS.sign(payload: [], key: other, algorithm: .es256))) == [other])
        #expect(set.candidates(for: try JWS.parse(RFC7515.appendixA5)).isEmpty)
    }

    @Test func `of several keys with one kid every one that is for signatures is tried`() throws {
        let keys = try (0..<3).map { _ in try JWK.generate(.p256, keyID: "a") }
        var encryption = keys[1].json(includingPrivate: false)
        encryption["use"] = "enc"
        let set = JWKSet(keys: [keys[0], try JWK(json: encryption), keys[2]])
        let jws = try JWS.parse(try JWS.sign(payload: [], key: keys[2], algorithm: .es256))
        let candidates = set.candidates(for: jws)
        #expect(candidates == [keys[0], keys[2]])
        #expect(throws: JOSEError.invalidSignature) { try jws.verify(with: candidates[0], allowed: [.es256]) }
        try jws.verify(with: candidates[1], allowed: [.es256])
    }

    @Test func `a kid is compared byte by byte`() throws {
        // U+212A is the Kelvin sign, which Unicode holds equivalent to K.
        let key = try JWK.generate(.p256, keyID: "K")
        #expect(JWKSet(keys: [key]).candidates(keyID: "\u{212A}", algorithm: .es256).isEmpty)
    }

    @Test(arguments: [
        ("[]", JOSEError.wrongType(.keySet, expected: "a JSON object")),
        ("{}", .wrongType(.keySet, expected: "an object whose \"keys\" is an array")),
        (#"{"keys":{}}"#, .wrongType(.keySet, expected: "an object whose \"keys\" is an array")),
        ("<html>", .notJSON(.keySet, JSONError(offset: 0, reason: .expected("a value")))),
    ])
    func `a text that is no key set is refused`(text: String, error: JOSEError) {
        #expect(throws: error) { try JWKSet(parsing: text.utf8) }
    }
}
