extension JWS {
    /// Returns if this key made the signature with one of these algorithms; throws the reason otherwise.
    ///
    /// The header chooses among the allowed algorithms only, and the key must be of that algorithm's type, so that a
    /// public key is never taken for a shared secret (RFC 8725 §2.1, §3.1).
    package func verify(with key: JWK, allowed: Set<JWSAlgorithm>) throws(JOSEError) {
        guard let algorithm else { throw .unsupported(.headerMember("alg"), value: algorithmName) }
        guard allowed.contains(algorithm) else { throw .algorithmNotAllowed(algorithm) }
        try header.checkExtensions()
        try key.checkSuitability(for: algorithm, to: .verify)
        guard try key.isValid(signature, for: signingInput, algorithm: algorithm) else { throw .invalidSignature }
    }
}

extension JSONObject {
    /// No header extension is understood here, so that none may be critical (RFC 7515 §4.1.11, RFC 7797 §3).
    func checkExtensions() throws(JOSEError) {
        if let critical = self["crit"] {
            guard let names = critical.strings, let name = names.first else {
                throw .wrongType(.headerMember("crit"), expected: "an array of names")
            }
            throw .unsupported(.headerMember("crit"), value: name)
        }
        if let encoded = self["b64"], encoded != .bool(true) {
            throw .unsupported(.headerMember("b64"), value: encoded.serialized())
        }
    }
}

extension JWK {
    func isValid(
        _ signature: [UInt8], for message: [UInt8], algorithm: JWSAlgorithm
    ) throws(JOSEError) -> Bool {
        switch material {
        case .symmetric(let key):
            guard let digest = algorithm.digest else { return false }
            return ConstantTime.equal(signature, try digest.authenticationCode(for: message, key: key.bytes))
        case .ec, .rsa:
            guard let digest = algorithm.digest else { return false }
            return try isValid(signature, forHash: digest.hash(message), algorithm: algorithm)
        case .ed25519(let key):
            return try verification.isValid(
                signature, forMessage: message, make: { () throws(JOSEError) in try key.publicKey.evpKey() })
        }
    }

    /// Whether a signature is valid by the hash of the message; false for keys whose algorithm needs the message
    /// itself.
    func isValid(_ signature: [UInt8], forHash hash: [UInt8], algorithm: JWSAlgorithm) throws(JOSEError) -> Bool {
        switch material {
        case .ec(let key):
            let signature = try ECDSASignature(raw: signature, coordinateByteCount: key.curve.byteCount)
            return try verification.isValid(
                try signature.der(), for: hash, algorithm: algorithm,
                make: { () throws(JOSEError) in try key.publicKey.evpKey() })
        case .rsa(let key):
            return try verification.isValid(
                signature, for: hash, algorithm: algorithm,
                make: { () throws(JOSEError) in try key.publicKey.evpKey() })
        case .symmetric, .ed25519: return false
        }
    }
}
