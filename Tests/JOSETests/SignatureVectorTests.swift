import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct SignatureVectorTests {
    static let all = RFC7515.all + RFC7520.all + [RFC8037.appendixA4]

    @Test(arguments: all)
    func `an RFC's token verifies with its key`(vector: SignatureVector) throws {
        let key = try JWK(parsing: vector.key.utf8)
        let jws = try JWS.parse(vector.token)
        let algorithm = try #require(jws.algorithm)
        try jws.verify(with: key, allowed: [algorithm])
        if let publicKey = key.publicKey { try jws.verify(with: publicKey, allowed: [algorithm]) }
    }

    @Test(arguments: [RFC7515.appendixA2, RFC7520.section4_1, RFC7520.section4_4, RFC8037.appendixA4])
    func `an algorithm without chance makes the RFC's token again`(vector: SignatureVector) throws {
        let jws = try JWS.parse(vector.token)
        let token = try JWS.sign(
            payload: jws.payload, key: try JWK(parsing: vector.key.utf8), algorithm: try #require(jws.algorithm))
        #expect(token == vector.token)
    }

    @Test(arguments: [RFC7515.appendixA3, RFC7515.appendixA4, RFC7520.section4_2, RFC7520.section4_3])
    func `an algorithm with chance never makes the same signature twice`(vector: SignatureVector) throws {
        let jws = try JWS.parse(vector.token)
        let algorithm = try #require(jws.algorithm)
        let key = try JWK(parsing: vector.key.utf8)
        let tokens = try (0..<2).map { _ in try JWS.sign(payload: jws.payload, key: key, algorithm: algorithm) }
        #expect(Set(tokens + [vector.token]).count == 3)
        for token in tokens { try JWS.parse(token).verify(with: key, allowed: [algorithm]) }
    }

    @Test(arguments: RFC7520.all)
    func `RFC 7520 4: the payload is the quotation`(vector: SignatureVector) throws {
        #expect(String(decoding: try JWS.parse(vector.token).payload, as: UTF8.self) == RFC7520.payload)
    }

    @Test func `RFC 7515 A.1: header members keep their order, white space does not matter`() throws {
        let jws = try JWS.parse(RFC7515.appendixA1.token)
        #expect(jws.header == ["typ": "JWT", "alg": "HS256"])
        #expect(jws.type == "JWT")
    }

    @Test func `RFC 7515 A.5: an unsecured token can be looked at and never verifies`() throws {
        let jws = try JWS.parse(RFC7515.appendixA5)
        #expect(jws.algorithmName == "none")
        #expect(jws.algorithm == nil)
        #expect(jws.signature.isEmpty)
        #expect(try jws.payloadObject()["iss"] == "joe")
        let key = try JWK(parsing: RFC7515.appendixA1.key.utf8)
        #expect(throws: JOSEError.unsupported(.headerMember("alg"), value: "none")) {
            try jws.verify(with: key, allowed: Set(JWSAlgorithm.allCases))
        }
    }

    /// RFC 9864 gives the algorithm of RFC 8037 A.4 another name, and the signature is over the name as well.
    @Test func `RFC 9864 2.2: Ed25519 is EdDSA on its curve, under a name of its own`() throws {
        let key = try JWK(parsing: RFC8037.appendixA4.key.utf8)
        let payload = try JWS.parse(RFC8037.appendixA4.token).payload
        let jws = try JWS.parse(try JWS.sign(payload: payload, key: key, algorithm: .ed25519))
        #expect(jws.algorithmName == "Ed25519")
        try jws.verify(with: try #require(key.publicKey), allowed: [.ed25519])
        #expect(throws: JOSEError.algorithmNotAllowed(.ed25519)) { try jws.verify(with: key, allowed: [.edDSA]) }
        let renamed = try JWS.parse(
            "\(Base64URL.encode(#"{"alg":"EdDSA"}"#.utf8)).\(Base64URL.encode(payload))."
                + "\(Base64URL.encode(jws.signature))"
        )
        #expect(throws: JOSEError.invalidSignature) { try renamed.verify(with: key, allowed: [.edDSA]) }
    }
}
