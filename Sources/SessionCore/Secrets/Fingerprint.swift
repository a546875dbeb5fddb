import JOSE

/// A short public name for a secret: the first four hexadecimal digits of its SHA-256, in upper case.
///
/// Sixteen bits tell tokens of one session apart and give nothing away. Two secrets can share one: it is for eyes,
/// never for comparisons.
public struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The four hexadecimal digits.
    public let description: String

    /// Reads a fingerprint as it is written; `nil` where that is not four hexadecimal digits in upper case.
    package init?(digits: String) {
        let known = "0123456789ABCDEF".utf8
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ known.contains($0) }) else { return nil }
        description = digits
    }

    init(of text: String) { self.init(sha256: Digest.sha256.hash(Array(text.utf8))) }

    /// The fingerprint of a secret by its hash.
    package init(sha256 hash: [UInt8]) {
        let digits: StaticString = "0123456789ABCDEF"
        description = String(unsafeUninitializedCapacity: 4) { text in
            for place in 0..<4 {
                let byte = hash[place / 2]
                text[place] = digits.utf8Start[Int(place.isMultiple(of: 2) ? byte >> 4 : byte & 15)]
            }
            return 4
        }
    }
}
