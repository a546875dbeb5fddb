import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct JWKTests {
    static func object(_ text: String) throws -> JSONObject { try #require(try JSONValue(parsing: text.utf8).object) }

    @Test(arguments: SignatureVectorTests.all)
    func `a key keeps its members on the way through`(vector: SignatureVector) throws {
        let object = try Self.object(vector.key)
        let written = try JWK(parsing: vector.key.utf8).json(includingPrivate: true)
        #expect(Set(written.names) == Set(object.names))
        for member in object.members { #expect(written[member.name] == member.value) }
    }

    @Test(arguments: SignatureVectorTests.all)
    func `the public members hold no private one`(vector: SignatureVector) throws {
        let key = try JWK(parsing: vector.key.utf8)
        let secrets = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]
        let written = key.json(includingPrivate: false)
        #expect(written.names.allSatisfy { !secrets.contains($0) })
        #expect(key.isPrivate)
        #expect(key.publicKey?.isPrivate != true)
        #expect(key.publicKey.map { $0.json(includingPrivate: true) } == (key.keyType == "oct" ? nil : written))
    }

    @Test(arguments: SignatureVectorTests.all)
    func `what a key says of itself holds no part of it`(vector: SignatureVector) throws {
        let key = try JWK(parsing: vector.key.utf8)
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains(key.keyType))
            for member in key.json(includingPrivate: true).members where member.name.count < 3 {
                #expect(!text.contains(try #require(member.value.string)))
            }
        }
    }

    @Test func `the symmetric key has no public half`() throws {
        #expect(try TestKeys.oct.get().publicKey == nil)
    }

    @Test(
        arguments: [
            (JWK.Kind.rsa(), "RSA", nil, 2048), (.rsa(bits: 3072), "RSA", nil, 3072), (.p256, "EC", "P-256", 256),
            (.p384, "EC", "P-384", 384), (.p521, "EC", "P-521", 521), (.ed25519, "OKP", "Ed25519", 256),
            (.oct(byteCount: 32), "oct", nil, 256),
        ] as [(JWK.Kind, String, String?, Int)])
    func `a new key is of its kind and can be read back`(
        kind: JWK.Kind, type: String, curve: String?, bits: Int
    ) throws {
        let key = try JWK.generate(kind, keyID: "new")
        #expect(key.keyType == type)
        #expect(key.curve == curve)
        #expect(key.bits == bits)
        #expect(key.isPrivate)
        #expect(key.keyID == "new")
        #expect(try JWK(parsing: key.json(includingPrivate: true).utf8) == key)
        #expect(try JWK.generate(kind, keyID: "new") != key)
    }

    @Test func `no key is made at a size that makes no sense`() {
        #expect(throws: JOSEError.self) { try JWK.generate(.rsa(bits: 16_392)) }
        #expect(throws: JOSEError.self) { try JWK.generate(.rsa(bits: -1)) }
        #expect(throws: JOSEError.self) { try JWK.generate(.oct(byteCount: 0)) }
    }

    @Test func `RFC 7638 3.1: a thumbprint covers the required members only`() throws {
        let keys = try JWKSet(parsing: RFC7517.appendixA1.utf8).keys
        #expect(keys.last?.thumbprint == RFC7638.section3_1)
        let privateKeys = try JWKSet(parsing: RFC7517.appendixA2.utf8).keys
        #expect(privateKeys.map(\.thumbprint) == keys.map(\.thumbprint))
    }

    @Test func `RFC 8037 A.3: the thumbprint of an Ed25519 key`() throws {
        #expect(try JWK(parsing: RFC8037.appendixA4.key.utf8).thumbprint == RFC8037.thumbprint)
    }

    @Test func `the thumbprint of a symmetric key covers its secret`() throws {
        // RFC 7638 §3.2: "k" and "kty", in this order.
        let expected = Base64URL.encode(Digest.sha256.hash(Array(#"{"k":"GawgguFyGrWKav7AX4VKUg","kty":"oct"}"#.utf8)))
        #expect(try JWKSet(parsing: RFC7517.appendixA3.utf8).keys.first?.thumbprint == expected)
    }

    @Test func `leading zeros of an RSA number are not part of it`() throws {
        var object = try Self.object(RFC7515.appendixA2.key)
        let plain = try JWK(json: object)
        for name in ["n", "d"] {
            let bytes = try Base64URL.decode(try #require(object[name]?.string))
            object[name] = .string(Base64URL.encode([0] + bytes))
        }
        #expect(try JWK(json: object) == plain)
    }

    @Test func `an RSA key works without its factors`() throws {
        var object = try Self.object(RFC7515.appendixA2.key)
        for name in ["p", "q", "dp", "dq", "qi"] { object[name] = nil }
        let token = try JWS.sign(
            payload: try JWS.parse(RFC7515.appendixA2.token).payload, key: try JWK(json: object), algorithm: .rs256)
        #expect(token == RFC7515.appendixA2.token)
    }

    /// A key whose x begins with a zero, which some providers leave out.
    private static let members: JSONObject = [
        "kty": "EC", "crv": "P-256", "kid": "zero", "x": "AGQSYxWOECGFQNsbeMp7ZjbTVA75hfFOi2b9T8Hwfvo",
        "y": "5q4J76xbLIdAH2FL34j-z6IB_-rImNuBYPVPQXGWnnU", "d": "6rV0SjVNmyM7fwMAIAaGkxVVSOAZAPWG3KX0aBM0giI",
    ]

    @Test(arguments: ["ZBJjFY4QIYVA2xt4yntmNtNUDvmF8U6LZv1PwfB--g", "AABkEmMVjhAhhUDbG3jKe2Y201QO-YXxTotm_U_B8H76"])
    func `a coordinate is the same number with its leading zeros left out, or with one too many`(x: String) throws {
        let key = try JWK(json: Self.members)
        var other = Self.members
        other["x"] = .string(x)
        #expect(try JWK(json: other) == key)
        let token = try JWS.sign(payload: Array("who".utf8), key: key, algorithm: .es256)
        let published = try #require(try JWK(json: other).publicKey)
        try JWS.parse(token).verify(with: published, allowed: [.es256])
    }
}
