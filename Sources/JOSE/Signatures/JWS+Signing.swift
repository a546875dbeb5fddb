extension JWS {
    /// Signs a payload and returns the compact serialisation (RFC 7515 §5.1).
    ///
    /// The header says `alg`, then the key's `kid` if it has one, then what `header` adds, such as `typ`; a `kid` there
    /// replaces the key's. Throws where the key is not private, or does not fit the algorithm.
    package static func sign(
        payload: some Collection<UInt8>, key: JWK, algorithm: JWSAlgorithm, header: JSONObject = [:]
    ) throws(JOSEError) -> String {
        let input = try signingInput(payload: payload, key: key, algorithm: algorithm, header: header)
        let signature = try key.sign(Array(input.utf8), algorithm: algorithm)
        return "\(input).\(Base64URL.encode(signature))"
    }

    /// What is signed (RFC 7515 §5.1, step 5), for a key whose private half is elsewhere.
    package static func signingInput(
        payload: some Collection<UInt8>, key: JWK, algorithm: JWSAlgorithm, header: JSONObject = [:]
    ) throws(JOSEError) -> String {
        try header.checkExtensions()
        try key.checkSuitability(for: algorithm, to: key.isPrivate ? .sign : .verify)
        var members: JSONObject = ["alg": .string(algorithm.rawValue)]
        members["kid"] = key.keyID.map(JSONValue.string)
        for member in header.members where member.name != "alg" { members[member.name] = member.value }

        return "\(Base64URL.encode(members.serialized().utf8)).\(Base64URL.encode(payload))"
    }

    /// The compact serialisation with a signature that was made elsewhere, an ECDSA one as JOSE or as DER has it.
    ///
    /// Throws ``JOSEError/invalidSignature`` where the key's private half has not made it.
    package static func signed(
        _ signingInput: String, by key: JWK, algorithm: JWSAlgorithm, signature: [UInt8]
    ) throws(JOSEError) -> String {
        let signature = try key.joseSignature(signature)
        guard try key.isValid(signature, for: Array(signingInput.utf8), algorithm: algorithm) else {
            throw .invalidSignature
        }
        return "\(signingInput).\(Base64URL.encode(signature))"
    }
}

extension JWK {
    fileprivate func joseSignature(_ signature: [UInt8]) throws(JOSEError) -> [UInt8] {
        guard case .ec(let key) = material, signature.count != 2 * key.curve.byteCount else { return signature }
        return try ECDSASignature(der: signature, coordinateByteCount: key.curve.byteCount).raw
    }

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
