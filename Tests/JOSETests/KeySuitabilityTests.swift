import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct KeySuitabilityTests {
    static let vector = RFC7515.appendixA3

    /// The key of RFC 7515 A.3 with further members.
    static func key(_ members: JSONObject) throws -> JWK {
        var object = try #require(try JSONValue(parsing: vector.key.utf8).object)
        for member in members.members { object[member.name] = member.value }
        return try JWK(json: object)
    }

    static let suitable: [JSONObject] = [
        ["use": "sig"], ["key_ops": ["verify"]], ["key_ops": ["sign", "verify"]], ["alg": "ES256"],
        ["use": "sig", "key_ops": ["verify"], "alg": "ES256"],
    ]

    @Test(arguments: suitable)
    func `a key meant for it verifies`(members: JSONObject) throws {
        try JWS.parse(Self.vector.token).verify(with: try Self.key(members), allowed: [.es256])
    }

    static let unsuitableForVerifying: [(JSONObject, JOSEError)] = [
        (["use": "enc"], JOSEError.unsuitableKey(member: "use", value: "enc", needed: "sig")),
        (["key_ops": ["sign"]], .unsuitableKey(member: "key_ops", value: "sign", needed: "verify")),
        (["key_ops": []], .unsuitableKey(member: "key_ops", value: "", needed: "verify")),
        (["alg": "ES384"], .unsuitableKey(member: "alg", value: "ES384", needed: "ES256")),
    ]

    @Test(arguments: unsuitableForVerifying)
    func `a key meant for something else does not verify`(members: JSONObject, error: JOSEError) throws {
        let jws = try JWS.parse(Self.vector.token)
        #expect(throws: error) { try jws.verify(with: try Self.key(members), allowed: [.es256]) }
    }

    static let unsuitableForSigning: [(JSONObject, JOSEError)] = [
        (["use": "enc"], JOSEError.unsuitableKey(member: "use", value: "enc", needed: "sig")),
        (["key_ops": ["verify"]], .unsuitableKey(member: "key_ops", value: "verify", needed: "sign")),
        (["alg": "ES512"], .unsuitableKey(member: "alg", value: "ES512", needed: "ES256")),
    ]

    @Test(arguments: unsuitableForSigning)
    func `a key meant for something else does not sign`(members: JSONObject, error: JOSEError) throws {
        #expect(throws: error) {
            try JWS.sign(payload: [], key: try Self.key(members), algorithm: .es256)
        }
    }

    @Test func `the public half of a key that may sign may verify`() throws {
        let key = try Self.key(["key_ops": ["sign"]])
        let publicKey = try #require(key.publicKey)
        #expect(publicKey.operations == ["verify"])
        try JWS.parse(Self.vector.token).verify(with: publicKey, allowed: [.es256])
    }

    @Test func `a public key does not sign`() throws {
        let publicKey = try #require(try Self.key([:]).publicKey)
        #expect(throws: JOSEError.noPrivateKey) { try JWS.sign(payload: [], key: publicKey, algorithm: .es256) }
    }

    @Test(arguments: [(JWSAlgorithm.hs256, 32), (.hs384, 48), (.hs512, 64)])
    func `a secret is as long as its hash`(algorithm: JWSAlgorithm, byteCount: Int) throws {
        let short = try JWK.generate(.oct(byteCount: byteCount - 1))
        let error = JOSEError.keyTooShort(bits: byteCount * 8 - 8, minimum: byteCount * 8)
        #expect(throws: error) { try JWS.sign(payload: [], key: short, algorithm: algorithm) }
        let enough = try JWK.generate(.oct(byteCount: byteCount))
        let jws = try JWS.parse(try JWS.sign(payload: [], key: enough, algorithm: algorithm))
        try jws.verify(with: enough, allowed: [algorithm])
        #expect(throws: error) { try jws.verify(with: short, allowed: [algorithm]) }
    }

    @Test func `an RSA key has 2048 bits or more`() throws {
        // A modulus of 2040 bits: that of RFC 7515 A.2 without its first byte.
        let object = try #require(try JSONValue(parsing: RFC7515.appendixA2.key.utf8).object)
        let modulus = try Base64URL.decode(try #require(object["n"]?.string))
        let short = try JWK(
            json: ["kty": "RSA", "n": .string(Base64URL.encode(modulus.dropFirst())), "e": "AQAB"])
        let error = JOSEError.keyTooShort(bits: short.bits, minimum: 2048)
        #expect(short.bits < 2048)
        for (token, algorithm) in [(RFC7515.appendixA2.token, JWSAlgorithm.rs256), (PSSTokens.salt32, .ps256)] {
            let jws = try JWS.parse(token)
            #expect(throws: error) { try jws.verify(with: short, allowed: [algorithm]) }
        }
        #expect(throws: JOSEError.keyTooShort(bits: 1024, minimum: 2048)) { try JWK.generate(.rsa(bits: 1024)) }
    }

    @Test func `halves of two keys make no signature`() throws {
        let other = try #require(try JSONValue(parsing: RFC7517.appendixA2.utf8)["keys"]?.array?.first?["d"])
        #expect(throws: JOSEError.keyPairMismatch) {
            try JWS.sign(payload: [], key: try Self.key(["d": other]), algorithm: .es256)
        }
    }

    @Test(arguments: ["EdDSA", "Ed25519"])
    func `a key that is bound to either name of Ed25519 serves both`(bound: String) throws {
        var object = try #require(try JSONValue(parsing: RFC8037.appendixA4.key.utf8).object)
        object["alg"] = .string(bound)
        let key = try JWK(json: object)
        for algorithm in [JWSAlgorithm.edDSA, .ed25519] {
            let token = try JWS.sign(payload: [1], key: key, algorithm: algorithm)
            try JWS.parse(token).verify(with: key, allowed: [algorithm])
        }
        #expect(throws: JOSEError.self) { try JWS.sign(payload: [1], key: key, algorithm: .es256) }
    }
}
