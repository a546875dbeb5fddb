import COpenSSL

/// An RSA key (RFC 7518 §6.3); all numbers are big-endian without leading zeros.
struct RSAKey: Sendable, Hashable {
    static let type = "RSA"
    /// RFC 7518 §3.3.
    static let minimumBits = 2048
    /// Twice the largest size in use; the time for a signature grows with the cube of it.
    static let maximumBits = 8192
    /// What OpenSSL takes of larger keys; the time for a verification grows with it.
    static let maximumExponentBytes = 8

    let modulus: [UInt8]
    let exponent: [UInt8]
    let secret: PrivateParts?

    struct PrivateParts: Sendable, Hashable {
        let exponent: [UInt8]
        let factors: Factors?
    }

    /// What the Chinese remainder theorem needs.
    struct Factors: Sendable, Hashable {
        let p: [UInt8]
        let q: [UInt8]
        let dp: [UInt8]
        let dq: [UInt8]
        let qi: [UInt8]
    }

    /// What OpenSSL calls the factors (EVP_PKEY-RSA(7)); its macros are put together in a way that Swift cannot import.
    private enum FactorName {
        static let p = "rsa-factor1"
        static let q = "rsa-factor2"
        static let dp = "rsa-exponent1"
        static let dq = "rsa-exponent2"
        static let qi = "rsa-coefficient1"
    }

    var bits: Int {
        guard let first = modulus.first else { return 0 }
        return modulus.count * 8 - first.leadingZeroBitCount
    }

    var isPrivate: Bool { secret != nil }

    var publicKey: RSAKey { RSAKey(modulus: modulus, exponent: exponent, secret: nil) }
}

extension RSAKey {
    init(_ members: KeyMembers) throws(JOSEError) {
        modulus = try members.integer("n")
        guard modulus.count * 8 <= Self.maximumBits else {
            throw .invalid(.keyMember("n"), expected: "at most \(Self.maximumBits) bits long")
        }
        exponent = try members.integer("e")
        // With e = 1 a signature would be its own message, and an even e has no inverse.
        guard exponent != [1], let last = exponent.last, last & 1 == 1 else {
            throw .invalid(.keyMember("e"), expected: "an odd integer above 1")
        }
        guard exponent.count <= Self.maximumExponentBytes else {
            throw .invalid(.keyMember("e"), expected: "at most \(Self.maximumExponentBytes * 8) bits long")
        }
        guard !members.has("oth") else { throw .unsupported(.keyMember("oth"), value: "more than two primes") }
        guard members.has("d") else {
            secret = nil
            try checkPrimes()
            return
        }
        let hasFactors = ["p", "q", "dp", "dq", "qi"].contains(where: members.has)
        secret = PrivateParts(
            exponent: try members.integer("d"),
            factors: hasFactors
                ? Factors(
                    p: try members.integer("p"), q: try members.integer("q"), dp: try members.integer("dp"),
                    dq: try members.integer("dq"), qi: try members.integer("qi")) : nil)
        try checkPrimes()
    }

    init(privateKey key: borrowing EVPKey) throws(JOSEError) {
        modulus = try key.integer(OSSL_PKEY_PARAM_RSA_N)
        exponent = try key.integer(OSSL_PKEY_PARAM_RSA_E)
        secret = PrivateParts(
            exponent: try key.integer(OSSL_PKEY_PARAM_RSA_D),
            factors: Factors(
                p: try key.integer(FactorName.p), q: try key.integer(FactorName.q),
                dp: try key.integer(FactorName.dp), dq: try key.integer(FactorName.dq),
                qi: try key.integer(FactorName.qi)))
        try checkPrimes()
    }

    func members(includingPrivate: Bool) -> [(String, [UInt8])] {
        let open = [("n", modulus), ("e", exponent)]
        guard includingPrivate, let secret else { return open }
        guard let factors = secret.factors else { return open + [("d", secret.exponent)] }
        return open + [
            ("d", secret.exponent), ("p", factors.p), ("q", factors.q), ("dp", factors.dp), ("dq", factors.dq),
            ("qi", factors.qi),
        ]
    }

    func evpKey() throws(JOSEError) -> EVPKey {
        var parameters = try KeyParameters()
        try parameters.add(OSSL_PKEY_PARAM_RSA_N, integer: modulus)
        try parameters.add(OSSL_PKEY_PARAM_RSA_E, integer: exponent)
        if let secret { try parameters.add(OSSL_PKEY_PARAM_RSA_D, integer: secret.exponent) }
        if let factors = secret?.factors {
            try parameters.add(FactorName.p, integer: factors.p)
            try parameters.add(FactorName.q, integer: factors.q)
            try parameters.add(FactorName.dp, integer: factors.dp)
            try parameters.add(FactorName.dq, integer: factors.dq)
            try parameters.add(FactorName.qi, integer: factors.qi)
        }
        return try parameters.makeKey(type: Self.type, isPrivate: isPrivate)
    }
}
