import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct VerificationTests {
    static let payload = Array(#"{"sub":"alice"}"#.utf8)

    static func token(_ algorithm: JWSAlgorithm, header: JSONObject = [:]) throws -> String {
        try JWS.sign(payload: payload, key: try TestKeys.key(for: algorithm), algorithm: algorithm, header: header)
    }

    @Test(arguments: JWSAlgorithm.allCases)
    func `a change in any part is noticed`(algorithm: JWSAlgorithm) throws {
        let key = try TestKeys.key(for: algorithm)
        let jws = try JWS.parse(try Self.token(algorithm))
        let parts = try Self.token(algorithm).split(separator: ".")

        let header = Base64URL.encode(JSONObject(jws.header.members.map { ($0.name, $0.value) } + [("x", 1)]).utf8)
        let payload = Base64URL.encode(#"{"sub":"bob"}"#.utf8)
        var bytes = jws.signature
        bytes[bytes.count / 2] ^= 1
        let signature = Base64URL.encode(bytes)
        for token in ["\(header).\(parts[1]).\(parts[2])", "\(parts[0]).\(payload).\(parts[2])"] {
            #expect(throws: JOSEError.invalidSignature) {
                try JWS.parse(token).verify(with: key, allowed: [algorithm])
            }
        }
        #expect(throws: JOSEError.invalidSignature) {
            try JWS.parse("\(parts[0]).\(parts[1]).\(signature)").verify(with: key, allowed: [algorithm])
        }
    }

    @Test(arguments: JWSAlgorithm.allCases)
    func `another key of the same kind does not verify`(algorithm: JWSAlgorithm) throws {
        let other =
            switch algorithm {
            case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: try JWK(parsing: RFC7515.appendixA2.key.utf8)
            case .es256: try JWK.generate(.p256)
            case .es384: try JWK.generate(.p384)
            case .es512: try JWK.generate(.p521)
            case .edDSA, .ed25519: try JWK.generate(.ed25519)
            case .hs256, .hs384, .hs512: try JWK.generate(.oct(byteCount: 64))
            }
        let jws = try JWS.parse(try Self.token(algorithm))
        #expect(throws: JOSEError.invalidSignature) { try jws.verify(with: other, allowed: [algorithm]) }
    }

    @Test(arguments: JWSAlgorithm.allCases)
    func `only an allowed algorithm is tried`(algorithm: JWSAlgorithm) throws {
        let jws = try JWS.parse(try Self.token(algorithm))
        let others = Set(JWSAlgorithm.allCases).subtracting([algorithm])
        #expect(throws: JOSEError.algorithmNotAllowed(algorithm)) {
            try jws.verify(with: try TestKeys.key(for: algorithm), allowed: others)
        }
    }

    @Test(arguments: [JWSAlgorithm.rs256, .ps256, .es256, .edDSA, .hs256])
    func `a key of another type is refused`(algorithm: JWSAlgorithm) throws {
        let jws = try JWS.parse(try Self.token(algorithm))
        let needed = try TestKeys.key(for: algorithm).keyType
        for other in [JWSAlgorithm.rs256, .es256, .edDSA, .hs256] {
            let key = try TestKeys.key(for: other)
            guard key.keyType != needed else { continue }
            #expect(throws: JOSEError.unsuitableKey(member: "kty", value: key.keyType, needed: needed)) {
                try jws.verify(with: key, allowed: [algorithm])
            }
        }
    }

    @Test func `a public RSA key is not taken for the secret of an HMAC`() throws {
        // The forger knows the modulus and uses its bytes as the secret.
        let rsa = try TestKeys.rsa.get()
        let modulus = try #require(rsa.json(includingPrivate: false)["n"])
        let secret = try JWK(json: ["kty": "oct", "k": modulus])
        let forged = try JWS.parse(try JWS.sign(payload: Self.payload, key: secret, algorithm: .hs256))
        let publicKey = try #require(rsa.publicKey)
        #expect(throws: JOSEError.algorithmNotAllowed(.hs256)) {
            try forged.verify(with: publicKey, allowed: [.rs256])
        }
        #expect(throws: JOSEError.unsuitableKey(member: "kty", value: "RSA", needed: "oct")) {
            try forged.verify(with: publicKey, allowed: [.rs256, .hs256])
        }
    }

    @Test func `each ES algorithm has its curve`() throws {
        for (algorithm, key) in [(JWSAlgorithm.es256, "P-384"), (.es384, "P-521"), (.es512, "P-256")] {
            let keys = [try TestKeys.p256.get(), try TestKeys.p384.get(), try TestKeys.p521.get()]
            let wrong = try #require(keys.first { $0.curve == key })
            let needed = try #require(try TestKeys.key(for: algorithm).curve)
            let jws = try JWS.parse(try Self.token(algorithm))
            #expect(throws: JOSEError.unsuitableKey(member: "crv", value: key, needed: needed)) {
                try jws.verify(with: wrong, allowed: [algorithm])
            }
        }
    }

    @Test(arguments: [(JWSAlgorithm.es256, 64), (.es384, 96), (.es512, 132)])
    func `an ECDSA signature of another length is refused`(algorithm: JWSAlgorithm, byteCount: Int) throws {
        let token = try Self.token(algorithm)
        let key = try TestKeys.key(for: algorithm)
        let input = token.split(separator: ".").dropLast().joined(separator: ".")
        let signature = try JWS.parse(token).signature
        #expect(signature.count == byteCount)
        for other in [[], Array(signature.dropLast()), signature + [0], [0] + signature + [0]] {
            let jws = try JWS.parse("\(input).\(Base64URL.encode(other))")
            #expect(throws: JOSEError.wrongLength(.signature, bytes: other.count, expected: byteCount)) {
                try jws.verify(with: key, allowed: [algorithm])
            }
        }
        // Zeros, the largest numbers: the right length, never a signature.
        for byte in [UInt8(0), 0xFF] {
            let forged = [UInt8](repeating: byte, count: byteCount)
            let jws = try JWS.parse("\(input).\(Base64URL.encode(forged))")
            #expect(throws: JOSEError.invalidSignature) { try jws.verify(with: key, allowed: [algorithm]) }
        }
    }

    @Test(arguments: [JWSAlgorithm.rs256, .ps256, .edDSA, .hs256])
    func `a cut or lengthened signature does not verify`(algorithm: JWSAlgorithm) throws {
        let token = try Self.token(algorithm)
        let input = token.split(separator: ".").dropLast().joined(separator: ".")
        let signature = try JWS.parse(token).signature
        for other in [[], Array(signature.dropLast()), signature + [0]] {
            let jws = try JWS.parse("\(input).\(Base64URL.encode(other))")
            #expect(throws: JOSEError.invalidSignature) {
                try jws.verify(with: try TestKeys.key(for: algorithm), allowed: [algorithm])
            }
        }
    }

    @Test func `a PSS salt must be as long as the hash`() throws {
        let key = try JWK(parsing: RFC7515.appendixA2.key.utf8)
        try JWS.parse(PSSTokens.salt32).verify(with: key, allowed: [.ps256])
        for token in [PSSTokens.salt20, PSSTokens.salt222] {
            #expect(throws: JOSEError.invalidSignature) {
                try JWS.parse(token).verify(with: key, allowed: [.ps256])
            }
        }
    }
}

extension JSONObject {
    var utf8: String.UTF8View { serialized().utf8 }
}
