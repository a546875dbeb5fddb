import JOSE
package import SessionCore

/// A secret by its SHA-256: equal where the secrets are, and nothing of the secret is in it.
package struct SecretID: Sendable {
    private let words: SIMD4<UInt64>
    /// How it is shown; two secrets can share one.
    package let fingerprint: Fingerprint
    /// Whether a mask stood in its place: that there is a secret is known, and nothing else.
    package let isMasked: Bool
    /// Whether its text was there, and not a mask.
    private let isWhole: Bool
    /// Whether no token and no code is as short as it (RFC 6749 §10.10).
    let isTooShort: Bool

    /// The shortest text that is taken for a token or a code.
    private static let shortestToken = 8

    /// Where a message was masked before it was written, the mask stands for the secret, and keeps its fingerprint.
    init(of text: String) {
        isMasked = false
        let known = SecretNames.fingerprint(endingIn: text)
        isWhole = known == nil
        isTooShort = text.utf8.count < Self.shortestToken
        let hash = Digest.sha256.hash(text.utf8)
        var words = SIMD4<UInt64>()
        for (index, byte) in hash.enumerated() { words[index >> 3] = words[index >> 3] << 8 | UInt64(byte) }
        self.words = words
        fingerprint = known ?? Fingerprint(sha256: hash)
    }

    /// `nil` where there is no text.
    init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        let secret = SecretID(of: text)
        self = MaskShape.isForeign(text) ? secret.masked : secret
    }

    /// A secret that is equal to no other: equal masks prove nothing.
    var masked: SecretID { SecretID(maskWith: fingerprint) }

    private init(maskWith fingerprint: Fingerprint) {
        words = .random(in: .min ... .max)
        self.fingerprint = fingerprint
        isMasked = true
        isWhole = false
        isTooShort = false
    }

    /// Whether both are one secret; `nil` where a mask stands in the place of one of them.
    func isSame(as other: SecretID) -> Bool? {
        isMasked || other.isMasked || isWhole != other.isWhole ? nil : self == other
    }
}

extension SecretID: Hashable {
    package static func == (left: SecretID, right: SecretID) -> Bool { left.words == right.words }

    package func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}
