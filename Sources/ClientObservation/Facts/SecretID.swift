import JOSE
package import SessionCore

/// A secret by its SHA-256: equal where the secrets are, and nothing of the secret is in it.
package struct SecretID: Sendable {
    private let words: SIMD4<UInt64>
    /// How it is shown; two secrets can share one.
    package let fingerprint: Fingerprint

    /// Where a message was masked before it was written, the mask stands for the secret, and keeps its fingerprint.
    init(of text: String) {
        let hash = Digest.sha256.hash(text.utf8)
        var words = SIMD4<UInt64>()
        for (index, byte) in hash.enumerated() { words[index >> 3] = words[index >> 3] << 8 | UInt64(byte) }
        self.words = words
        fingerprint = SecretNames.fingerprint(endingIn: text) ?? Fingerprint(sha256: hash)
    }

    /// `nil` for what says nothing: no text, or dots that may stand for any secret.
    init?(_ text: String?) {
        guard let text, !text.isEmpty, text != SecretNames.dots else { return nil }
        self.init(of: text)
    }
}

extension SecretID: Hashable {
    package static func == (left: SecretID, right: SecretID) -> Bool { left.words == right.words }

    package func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}
