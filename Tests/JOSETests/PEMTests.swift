import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct PEMTests {
    @Test(arguments: [
        (PEM.rsaPKCS1, RFC7515.appendixA2), (PEM.rsaPKCS8, RFC7515.appendixA2), (PEM.ecSEC1, RFC7515.appendixA3),
        (PEM.ecPKCS8, RFC7515.appendixA3), (PEM.ed25519, RFC8037.appendixA4),
    ])
    func `a private key of a file is the key of the JWK`(text: String, vector: SignatureVector) throws {
        let key = try JWK(pem: text, keyID: "file")
        #expect(key.keyID == "file")
        #expect(key.use == "sig")
        let object = key.json(includingPrivate: true)
        for member in try JWKTests.object(vector.key).members { #expect(object[member.name] == member.value) }
        let algorithm = try #require(try JWS.parse(vector.token).algorithm)
        try JWS.parse(vector.token).verify(with: key, allowed: [algorithm])
    }

    @Test func `text around the key does not matter`() throws {
        let key = try JWK(pem: "a comment\n\n\(PEM.ed25519)\nanother\n")
        #expect(key.curve == "Ed25519")
    }

    @Test(arguments: ["", "no key", PEM.ecPublic, PEM.ecEncrypted, String(PEM.ecSEC1.prefix(120))])
    func `a file without a readable private key is refused, and nobody is asked for a password`(text: String) {
        #expect(throws: JOSEError.invalid(.pem, expected: "a private key that is not encrypted")) {
            try JWK(pem: text)
        }
    }

    @Test func `a key that signs nothing here is refused by its type`() {
        #expect(throws: JOSEError.unsupported(.keyMember("crv"), value: "secp256k1")) { try JWK(pem: PEM.secp256k1) }
        #expect(throws: JOSEError.unsupported(.pem, value: "X25519")) { try JWK(pem: PEM.x25519) }
    }
}
