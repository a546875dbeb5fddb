/// A signature with the hash that it is over: what a check needs, without the token that was signed.
package struct SignedHash: Sendable, Hashable {
    private let keyID: String?
    private let algorithm: JWSAlgorithm
    private let hash: [UInt8]
    private let signature: [UInt8]

    /// `nil` where the algorithm hashes by itself (EdDSA), needs a shared secret, or is not known.
    package init?(_ jws: JWS) {
        guard let algorithm = jws.algorithm, let digest = algorithm.digest, !algorithm.isSymmetric else { return nil }
        keyID = jws.keyID
        self.algorithm = algorithm
        hash = digest.hash(jws.signingInput)
        signature = jws.signature
    }

    /// Whether one of the keys has made it; `nil` where none of them may have.
    package func isValid(by keys: JWKSet) -> Bool? {
        let candidates = keys.candidates(keyID: keyID, algorithm: algorithm)
        guard !candidates.isEmpty else { return nil }
        return candidates.contains { key in
            (try? key.isValid(signature, forHash: hash, algorithm: algorithm)) == true
        }
    }
}
