extension RSAKey {
    /// Throws where the private key can be computed from the public one.
    func checkPrimes() throws(JOSEError) {
        guard !hasPredictablePrimes else {
            throw .invalid(.keyMember("n"), expected: "free of primes that can be computed (ROCA)")
        }
    }

    /// Whether the modulus bears the mark of primes from a generator that let them be computed (ROCA, CVE-2017-15361).
    ///
    /// Its primes are powers of 65537 modulo many small primes, and so is their product. Among other moduli one in 200
    /// million looks like that.
    private var hasPredictablePrimes: Bool {
        Self.smallPrimes.allSatisfy { prime in
            let remainder = modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }
            var power = 1
            repeat {
                if power == remainder { return true }
                power = power * 65_537 % prime
            } while power != 1
            return false
        }
    }

    /// Those modulo which the powers of 65537 are few.
    private static let smallPrimes = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157]
}
