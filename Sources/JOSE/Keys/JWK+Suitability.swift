extension JWK {
    /// The two things that a signature key does (RFC 7517 §4.3).
    enum Operation: String {
        case sign, verify
    }

    /// Throws unless type, curve, length, `use`, `key_ops` and `alg` all allow it.
    func checkSuitability(for algorithm: JWSAlgorithm, to operation: Operation) throws(JOSEError) {
        guard keyType == algorithm.keyType else {
            throw .unsuitableKey(member: "kty", value: keyType, needed: algorithm.keyType)
        }
        if let curve, let needed = algorithm.curve, curve != needed {
            throw .unsuitableKey(member: "crv", value: curve, needed: needed)
        }
        if let use, use != "sig" { throw .unsuitableKey(member: "use", value: use, needed: "sig") }
        if let operations, !operations.contains(operation.rawValue) {
            let value = operations.joined(separator: ", ")
            throw .unsuitableKey(member: "key_ops", value: value, needed: operation.rawValue)
        }
        if let bound = self.algorithm, JWSAlgorithm(rawValue: bound)?.isSame(as: algorithm) != true {
            throw .unsuitableKey(member: "alg", value: bound, needed: algorithm.rawValue)
        }
        if let minimum = minimumBits(for: algorithm), bits < minimum {
            throw .keyTooShort(bits: bits, minimum: minimum)
        }
    }

    /// RFC 7518 §3.2 (a secret as long as the hash) and §3.3.
    private func minimumBits(for algorithm: JWSAlgorithm) -> Int? {
        switch material {
        case .rsa: RSAKey.minimumBits
        case .symmetric: algorithm.digest.map { $0.byteCount * 8 }
        case .ec, .ed25519: nil
        }
    }
}
