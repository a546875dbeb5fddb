import COpenSSL

/// Comparisons whose duration does not tell where two secrets differ.
package enum ConstantTime {
    /// Takes a time that depends on the lengths only.
    package static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.count == right.count && CRYPTO_memcmp(Array(left), Array(right), left.count) == 0
    }
}
