import JOSE

/// A short public name for a secret: the first four hexadecimal digits of its SHA-256, in upper case.
///
/// Sixteen bits tell tokens of one session apart and give nothing away. Two secrets can share one: it is for eyes,
/// never for comparisons.
public struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The four hexadecimal digits.
    public let description: String

    init(of text: String) {
        let digits = Array("0123456789ABCDEF")
        description = String(
            Digest.sha256.hash(Array(text.utf8)).prefix(2)
                .flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
