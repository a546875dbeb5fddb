import COpenSSL

/// A Java key store (JKS) with certificates to trust, which Java reads without a password.
///
/// Its format is that of `sun.security.provider.JavaKeyStore`: a number, the version, the count, and for each entry its
/// tag, alias, time in milliseconds since 1970, type and length; at the end SHA-1 over the password, a fixed phrase and
/// all before. Numbers are big-endian.
enum JavaKeyStore {
    /// Java's usual password, for tools that want one.
    static let password = "changeit"

    static func bytes(trusting certificates: [[UInt8]], at now: Int) -> [UInt8] {
        var store: [UInt8] = []
        store.reserveCapacity(certificates.reduce(64) { $0 + $1.count + 64 })
        store.append(0xFEED_FEED, width: 4)
        store.append(2, width: 4)
        store.append(certificates.count, width: 4)
        for (index, certificate) in certificates.enumerated() {
            store.append(2, width: 4)
            store.append(text: "root\(index)")
            store.append(now * 1_000, width: 8)
            store.append(text: "X.509")
            store.append(certificate.count, width: 4)
            store += certificate
        }
        let secret = password.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return store + hash(secret + Array("Mighty Aphrodite".utf8) + store)
    }

    /// The format's own; nobody relies on it, as the folder is the user's alone.
    private static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { output, count in
            SHA1(bytes, bytes.count, output.baseAddress)
            count = Int(SHA_DIGEST_LENGTH)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int, width: Int) {
        self += (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    fileprivate mutating func append(text: String) {
        append(text.utf8.count, width: 2)
        self += Array(text.utf8)
    }
}
