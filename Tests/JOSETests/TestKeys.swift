import JOSE

/// One new key of each kind per test run.
enum TestKeys {
    static func key(for algorithm: JWSAlgorithm) throws -> JWK {
        switch algorithm {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: try rsa.get()
        case .es256: try p256.get()
        case .es384: try p384.get()
        case .es512: try p521.get()
        case .edDSA, .ed25519: try ed25519.get()
        case .hs256, .hs384, .hs512: try oct.get()
        }
    }

    static let rsa = Result { try JWK.generate(.rsa(bits: 2048), keyID: "rsa") }
    static let p256 = Result { try JWK.generate(.p256, keyID: "p256") }
    static let p384 = Result { try JWK.generate(.p384, keyID: "p384") }
    static let p521 = Result { try JWK.generate(.p521, keyID: "p521") }
    static let ed25519 = Result { try JWK.generate(.ed25519, keyID: "ed25519") }
    static let oct = Result { try JWK.generate(.oct(byteCount: 64), keyID: "oct") }
}
