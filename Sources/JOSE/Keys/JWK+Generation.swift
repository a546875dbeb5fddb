import COpenSSL

extension JWK {
    /// What kind of key to make.
    package enum Kind: Sendable, Hashable {
        case rsa(bits: Int = 2048)
        case p256, p384, p521
        case ed25519
        case oct(byteCount: Int)
    }

    /// Makes a new private key with OpenSSL's random generator.
    ///
    /// RSA keys have 2048 to 8192 bits; long ones take seconds. An algorithm given here becomes the `alg` member,
    /// which binds the key to it.
    package static func generate(
        _ kind: Kind, keyID: String? = nil, algorithm: JWSAlgorithm? = nil
    ) throws(JOSEError) -> JWK {
        JWK(
            keyID: keyID, use: "sig", operations: nil, algorithm: algorithm?.rawValue,
            material: try Material.generate(kind))
    }
}

extension JWK.Material {
    fileprivate static func generate(_ kind: JWK.Kind) throws(JOSEError) -> Self {
        switch kind {
        case .rsa(let bits):
            guard bits >= RSAKey.minimumBits else { throw .keyTooShort(bits: bits, minimum: RSAKey.minimumBits) }
            guard bits <= RSAKey.maximumBits else {
                throw .invalid(.key, expected: "at most \(RSAKey.maximumBits) bits long")
            }
            return .rsa(try RSAKey(privateKey: EVPKey(made: console_generate_rsa(bits))))
        case .p256: return .ec(try ECKey(privateKey: EVPKey(made: console_generate_ec(ECKey.Curve.p256.groupName))))
        case .p384: return .ec(try ECKey(privateKey: EVPKey(made: console_generate_ec(ECKey.Curve.p384.groupName))))
        case .p521: return .ec(try ECKey(privateKey: EVPKey(made: console_generate_ec(ECKey.Curve.p521.groupName))))
        case .ed25519: return .ed25519(try Ed25519Key(privateKey: EVPKey(made: console_generate_ed25519())))
        case .oct(let byteCount):
            guard byteCount > 0 else { throw .keyTooShort(bits: 0, minimum: 8) }
            return .symmetric(SymmetricKey(bytes: try SecureRandom.bytes(byteCount)))
        }
    }
}
