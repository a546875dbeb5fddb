import FoundationEssentials
import JOSE

/// Masks in texts from outside what must not be shown: known secrets by their value, others by their shape or by the
/// name of their parameter in a URL.
///
/// A secret is found as it is, percent-encoded, with backslash escapes, in base64 and in hexadecimal digits. A text may
/// also hold just its beginning, as servers cut what they log.
package final class Scrubber: Sendable {
    /// How much of a text from outside is shown, in bytes.
    package static let limit = 4_096
    /// That much of a longer secret gives it away.
    private static let tellingPrefix = 16
    /// Longer bodies are not decoded to be masked: that takes nine times their memory.
    private static let longestDecoded = 256 << 10

    /// A form of a secret, and the next that begins with the same four bytes: tokens of one kind do.
    private struct Link {
        let secret: Int32
        let needle: Int32
        let next: Int32
    }

    /// Four bytes that needles begin with, and the first of these; empty where that is negative.
    private struct Slot {
        var key: UInt32 = 0
        var link: Int32 = -1
    }

    private let secrets: [SecretForms]
    private let links: [Link]
    /// By the hash of the key, which is at that place or after it.
    ///
    /// At least half of the places are empty, and their number is a power of two.
    private let slots: [Slot]

    convenience init(_ secrets: [String]) { self.init(of: secrets.compactMap { SecretForms($0) }) }

    init(of secrets: [SecretForms]) {
        self.secrets = secrets
        let count = secrets.reduce(0) { $0 + $1.needles.count }
        var size = 64
        while size < 2 * count { size *= 2 }
        var slots = [Slot](repeating: Slot(), count: count == 0 ? 0 : size)
        var links: [Link] = []
        links.reserveCapacity(count)
        for (secret, forms) in secrets.enumerated() {
            for (needle, beginning) in forms.needles.enumerated() {
                let place = Self.place(of: beginning.key, in: slots)
                links.append(Link(secret: Int32(secret), needle: Int32(needle), next: slots[place].link))
                slots[place] = Slot(key: beginning.key, link: Int32(links.count - 1))
            }
        }
        self.slots = slots
        self.links = links
    }

    /// Where a key is, or belongs.
    @inline(__always)
    private static func place(of key: UInt32, in slots: [Slot]) -> Int {
        var place = Int((key &* 0x9E37_79B1) >> 12) & (slots.count - 1)
        while slots[place].link >= 0, slots[place].key != key { place = (place + 1) & (slots.count - 1) }
        return place
    }
}

extension Scrubber {
    /// The text as it may be shown: without secrets, and cut.
    package func text(_ text: String, limit: Int = Scrubber.limit) -> String {
        // Cut first as well, so that the effort is bounded; a secret across that cut still shows its beginning.
        let text = Shown.cut(text, to: limit + 2_048, mark: "")
        guard text.utf8.count >= SecretForms.shortest else { return text }
        return Shown.cut(replacing(in: text, byShape: true) ?? text, to: limit)
    }

    /// Masks text that is public by its nature, such as keys: known secrets alone are masked.
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
            bytes.count >= SecretForms.shortest && (bytes.count > Self.limit || mayHoldSecret(bytes))
        }
        guard isSuspicious else { return nil }
        let shown = text(value)
        return shown == value ? nil : shown
    }

    /// Whether a closer look is due: a needle may begin there, or a run of characters is as long as a token.
    private func mayHoldSecret(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var run = 0
        for (index, byte) in bytes.enumerated() {
            run = TokenShape.isBase64URL(byte) ? run + 1 : 0
            if run >= TokenShape.shortest || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\")
                || URLSecrets.isMark(byte)
            {
                return true
            }
            if index + 4 <= bytes.count, firstLink(of: SecretForms.key(bytes, at: index)) >= 0 { return true }
        }
        return false
    }

    /// The first needle that begins with these four bytes; negative where none does.
    @inline(__always)
    private func firstLink(of key: UInt32) -> Int32 {
        slots.isEmpty ? -1 : slots[Self.place(of: key, in: slots)].link
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
        guard !slots.isEmpty else { return [] }
        return bytes.withUnsafeBufferPointer { bytes in
            var finds: [Find] = []
            var index = 0
            while index + 4 <= bytes.count {
                let link = firstLink(of: SecretForms.key(bytes, at: index))
                if link >= 0, let find = find(from: link, at: index, in: bytes) {
                    finds.append(find)
                    index = find.range.upperBound
                } else {
                    index += 1
                }
            }
            return finds
        }
    }

    /// The longest needle that stands there, or begins there and is cut.
    private func find(from first: Int32, at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Find? {
        var best: (end: Int, whole: SecretForms?)?
        var next = first
        while next >= 0 {
            let link = links[Int(next)]
            next = link.next
            let secret = secrets[Int(link.secret)]
            let (length, isWhole) = secret.match(secret.needles[Int(link.needle)].form, in: bytes, at: start)
            var end = start + length
            guard isWhole ? stands(start..<end, in: bytes) : length >= Self.tellingPrefix else { continue }
            // Whatever goes on from a beginning is another token, or this one with a mistake in it.
            if !isWhole { while end < bytes.count, TokenShape.isTokenByte(bytes[end]) { end += 1 } }
            // Of tokens that begin alike the one that stands there is meant.
            if end > best?.end ?? start || isWhole && end == best?.end { best = (end, isWhole ? secret : nil) }
        }
        return best.map { (start..<$0.end, $0.whole?.mask ?? SecretNames.dots) }
    }

    /// Whether a short secret is a word of its own there.
    private func stands(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if range.count >= SecretForms.unmistakable { return true }
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
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
