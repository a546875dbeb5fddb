import FoundationEssentials
import JOSE

/// Masks in texts from outside what must not be shown: known secrets by their value, others by their shape or by the name
/// of their parameter in a URL.
///
/// A secret is found as it is, percent-encoded, with backslash escapes, in base64 and in hexadecimal digits. A text may also hold just its
/// beginning, as servers cut what they log.
package final class Scrubber: Sendable {
    /// How much of a text from outside is shown, in bytes.
    package static let limit = 4_096
    /// A shorter secret is not looked for: it would be found in every other word.
    private static let shortest = 6
    /// That much of a longer secret gives it away.
    private static let tellingPrefix = 16
    /// Longer bodies are not decoded to be masked: that takes nine times their memory.
    private static let longestDecoded = 256 << 10
    /// A secret this long is found inside of words too.
    private static let unmistakable = 16

    private struct Needle {
        let bytes: [UInt8]
        let mask: String
    }

    private let needles: [Needle]
    private let places: [UInt32: [Int]]
    /// One bit for each hash of a needle's first four bytes.
    private let filter: [UInt64]

    static func canFind(_ secret: String) -> Bool { secret.utf8.count >= shortest }

    init(_ secrets: [String]) {
        var needles: [Needle] = []
        for secret in secrets {
            // The fingerprint of a password would help to guess it.
            let mask = secret.utf8.count < Self.unmistakable ? SecretNames.dots : SecretNames.mask(secret)
            var forms = [secret]
            if secret.utf8.contains(UInt8(ascii: " ")) { forms.append(secret.replacing(" ", with: "+")) }
            if (12...8_192).contains(secret.utf8.count) { forms += Self.encodings(of: Array(secret.utf8)) }
            needles += forms.map { Needle(bytes: Array($0.utf8), mask: mask) }
        }
        var places: [UInt32: [Int]] = [:]
        var filter = [UInt64](repeating: 0, count: needles.isEmpty ? 0 : 1_024)
        for (index, needle) in needles.enumerated() {
            let key = needle.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            places[key, default: []].append(index)
            let hash = Self.hash(key)
            filter[Int(hash >> 6)] |= 1 << (hash & 63)
        }
        self.needles = needles
        self.places = places
        self.filter = filter
    }

    /// A secret in base64, wherever in a longer text it was when that was encoded, and in hexadecimal digits.
    private static func encodings(of secret: [UInt8]) -> Set<String> {
        var forms: Set<String> = [hexadecimal(secret, "0123456789abcdef"), hexadecimal(secret, "0123456789ABCDEF")]
        for before in 0...2 {
            // The first characters depend on what comes before, the last group on what follows.
            let bytes = [UInt8](repeating: 0, count: before) + secret
            let groups = Array(bytes.prefix(bytes.count / 3 * 3))
            let unsure = before == 0 ? 0 : before + 1
            forms.formUnion([Base64.encode(groups), Base64URL.encode(groups)].map { String($0.dropFirst(unsure)) })
        }
        return forms
    }

    private static func hexadecimal(_ bytes: [UInt8], _ digits: String) -> String {
        let digits = Array(digits.utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func hash(_ key: UInt32) -> UInt32 { (key &* 0x9E37_79B1) >> 16 }
}

extension Scrubber {
    /// The text as it may be shown: without secrets, and cut.
    package func text(_ text: String, limit: Int = Scrubber.limit) -> String {
        // Cut first as well, so that the effort is bounded; a secret across that cut still shows its beginning.
        let text = Shown.cut(text, to: limit + 2_048, mark: "")
        guard text.utf8.count >= Self.shortest else { return text }
        return Shown.cut(replacing(in: text, byShape: true) ?? text, to: limit)
    }

    /// The same for text that is public by its nature, such as keys: known secrets alone are masked.
    package func knownSecrets(in text: String, limit: Int = Scrubber.limit) -> String {
        let text = Shown.cut(text, to: limit + 2_048, mark: "")
        return Shown.cut(replacing(in: text, byShape: false) ?? text, to: limit)
    }

    /// Whether a known secret is in a text, in any of its forms, or the telling beginning of one.
    func findsKnownSecret(in text: [UInt8]) -> Bool { replacing(in: text, byShape: false) != nil }

    /// The bytes with known secrets masked, or `nil` where there is none; percent-encoded ones up to a size only.
    func maskingKnownSecrets(in bytes: [UInt8]) -> [UInt8]? {
        replacing(in: bytes, byShape: false, decoded: bytes.count <= Self.longestDecoded)
    }

    /// A header field's value as it may be shown, or `nil` where it may be shown as it is: most can, at little cost.
    func change(ofHeaderValue value: String) -> String? {
        var value = value
        let isSuspicious = value.withUTF8 { bytes in
            bytes.count >= Self.shortest && (bytes.count > Self.limit || mayHoldSecret(bytes))
        }
        guard isSuspicious else { return nil }
        let shown = text(value)
        return shown == value ? nil : shown
    }

    /// Whether a closer look is due: a needle may begin there, or a run of characters is as long as a token.
    private func mayHoldSecret(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var run = 0
        for (index, byte) in bytes.enumerated() {
            run = TokenShape.isBase64URL(byte) ? run + 1 : 0
            if run >= TokenShape.shortest || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\")
                || URLSecrets.isMark(byte)
            {
                return true
            }
            if index + 4 <= bytes.count, !filter.isEmpty {
                let hash = Self.hash(raw.loadUnaligned(fromByteOffset: index, as: UInt32.self))
                if filter[Int(hash >> 6)] & (1 << (hash & 63)) != 0 { return true }
            }
        }
        return false
    }

    private func replacing(in text: String, byShape: Bool) -> String? {
        replacing(in: Array(text.utf8), byShape: byShape).map { String(decoding: $0, as: UTF8.self) }
    }

    private func replacing(in bytes: [UInt8], byShape: Bool, decoded isDecoded: Bool = true) -> [UInt8]? {
        var finds = find(in: bytes, byShape: byShape)
        if isDecoded, let decoded = DecodedText(bytes) {
            finds += find(in: decoded.bytes, byShape: byShape).map {
                (decoded.places[$0.range.lowerBound]..<decoded.places[$0.range.upperBound], $0.mask)
            }
        }
        guard !finds.isEmpty else { return nil }
        finds.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
        var result: [UInt8] = []
        var end = 0
        for (range, mask) in finds where range.upperBound > end {
            if range.lowerBound >= end {
                result += bytes[end..<range.lowerBound]
                result += Array(mask.utf8)
            }
            end = range.upperBound
        }
        return result + bytes[end...]
    }

    private typealias Find = (range: Range<Int>, mask: String)

    private func find(in bytes: [UInt8], byShape: Bool) -> [Find] {
        var finds = knownSecrets(in: bytes)
        guard byShape else { return finds }
        finds += TokenShape.ranges(in: bytes).map { ($0, Self.mask(bytes[$0])) }
        finds += URLSecrets.values(in: bytes).map { value, name in
            (value, SecretNames.mask(String(decoding: bytes[value], as: UTF8.self), of: name))
        }
        return finds
    }

    private static func mask(_ piece: ArraySlice<UInt8>) -> String {
        piece.count < TokenShape.shortest ? SecretNames.dots : SecretNames.mask(String(decoding: piece, as: UTF8.self))
    }

    private func knownSecrets(in bytes: [UInt8]) -> [Find] {
        guard !needles.isEmpty, bytes.count >= 4 else { return [] }
        var finds: [Find] = []
        bytes.withUnsafeBytes { raw in
            var index = 0
            while index + 4 <= raw.count {
                let key = raw.loadUnaligned(fromByteOffset: index, as: UInt32.self)
                let hash = Self.hash(key)
                if filter[Int(hash >> 6)] & (1 << (hash & 63)) != 0, let find = find(of: key, at: index, in: bytes) {
                    finds.append(find)
                    index = find.range.upperBound
                } else {
                    index += 1
                }
            }
        }
        return finds
    }

    /// The longest needle that stands there, or begins there and is cut.
    private func find(of key: UInt32, at start: Int, in bytes: [UInt8]) -> Find? {
        var best: Find?
        for place in places[key] ?? [] {
            let needle = needles[place]
            var length = 4
            while length < needle.bytes.count, start + length < bytes.count,
                bytes[start + length] == needle.bytes[length]
            {
                length += 1
            }
            var end = start + length
            let isWhole = length == needle.bytes.count
            guard isWhole ? stands(start..<end, in: bytes) : length >= Self.tellingPrefix else { continue }
            // Whatever goes on from a beginning is another token, or this one with a mistake in it.
            if !isWhole { while end < bytes.count, TokenShape.isTokenByte(bytes[end]) { end += 1 } }
            if end > best?.range.upperBound ?? start { best = (start..<end, isWhole ? needle.mask : SecretNames.dots) }
        }
        return best
    }

    /// Whether a short secret is a word of its own there.
    private func stands(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        if range.count >= Self.unmistakable { return true }
        func isFree(_ index: Int) -> Bool { !bytes.indices.contains(index) || !TokenShape.isWordByte(bytes[index]) }
        return isFree(range.lowerBound - 1) && isFree(range.upperBound)
    }
}

/// A text without its percent-encoding and backslashes, with the place of each byte in the original.
private struct DecodedText {
    private(set) var bytes: [UInt8] = []
    /// One more than there are bytes: the last is the end.
    private(set) var places: [Int] = []

    /// Fails where nothing is encoded.
    init?(_ original: [UInt8]) {
        guard original.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else { return nil }
        var index = 0
        while index < original.count {
            places.append(index)
            if original[index] == UInt8(ascii: "%"), index + 2 < original.count,
                let high = Self.digit(original[index + 1]), let low = Self.digit(original[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else if original[index] == UInt8(ascii: "\\"), index + 1 < original.count {
                bytes.append(original[index + 1])
                index += 2
            } else {
                bytes.append(original[index])
                index += 1
            }
        }
        places.append(original.count)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
