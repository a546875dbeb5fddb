import COpenSSL

/// The SHA-2 hash functions that JOSE uses (FIPS 180-4).
package enum Digest: Sendable, CaseIterable {
    case sha256, sha384, sha512

    /// The length of a hash in bytes.
    package var byteCount: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// Hashes the bytes.
    package func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        let hash = [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
            if self == .sha256 {
                count = console_sha256(bytes, bytes.count, output.baseAddress) == 1 ? byteCount : 0
                return
            }
            var written: UInt32 = 0
            EVP_Digest(bytes, bytes.count, output.baseAddress, &written, function, nil)
            count = Int(written)
        }
        // A built-in hash function fails only where memory is out, and an empty hash must never be compared.
        precondition(hash.count == byteCount)
        return hash
    }

    var function: OpaquePointer? {
        switch self {
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}
