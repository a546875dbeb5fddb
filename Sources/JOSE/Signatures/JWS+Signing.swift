extension JWS {
    /// Signs a payload and returns the compact serialisation (RFC 7515 §5.1).
    ///
    /// The header says `alg`, then the key's `kid` if it has one, then what `header` adds, such as `typ`; a `kid` there
    /// replaces the key's. Throws where the key is not private, or does not fit the algorithm.
    package static func sign(
        payload: some Collection<UInt8>, key: JWK, algorithm: JWSAlgorithm, header: JSONObject = [:]
    ) throws(JOSEError) -> String {
        try header.checkExtensions()
        try key.checkSuitability(for: algorithm, to: .sign)
        var members: JSONObject = ["alg": .string(algorithm.rawValue)]
        members["kid"] = key.keyID.map(JSONValue.string)
        for member in header.members where member.name != "alg" { members[member.name] = member.value }

        let signingInput = "\(Base64URL.encode(members.serialized().utf8)).\(Base64URL.encode(payload))"
        let signature = try key.sign(Array(signingInput.utf8), algorithm: algorithm)
        return "\(signingInput).\(Base64URL.encode(signature))"
    }
}

extension JWK {
    func sign(_ message: [UInt8], algorithm: JWSAlgorithm) throws(JOSEError) -> [UInt8] {
        guard isPrivate else { throw .noPrivateKey }
        let signature: [UInt8]
        switch material {
        case .symmetric(let key):
            guard let digest = algorithm.digest else { throw .noPrivateKey }
            return try digest.authenticationCode(for: message, key: key.bytes)
        case .ec(let key):
            let der = try key.evpKey().sign(message, scheme: algorithm.scheme)
            signature = try ECDSASignature(der: der, coordinateByteCount: key.curve.byteCount).raw
        case .rsa(let key): signature = try key.evpKey().sign(message, scheme: algorithm.scheme)
        case .ed25519(let key): signature = try key.evpKey().sign(message, scheme: algorithm.scheme)
        }
        // A signature by a key whose halves differ, or by a miscomputed power, can give the private half away.
        guard try isValid(signature, for: message, algorithm: algorithm) else { throw .keyPairMismatch }
        return signature
    }
}
