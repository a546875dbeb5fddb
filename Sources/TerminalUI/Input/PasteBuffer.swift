/// Collects the bytes of a paste: those after the start marker, or those of a terminal that sends no markers.
struct PasteBuffer: Sendable {
    static let startMarker = Array("\u{1B}[200~".utf8)
    static let endMarker = Array("\u{1B}[201~".utf8)

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The index after the last end marker so far.
    private var end: Int?
    /// Whether the terminal sends markers; otherwise silence alone ends the paste.
    let isMarked: Bool

    init(limit: Int, isMarked: Bool) {
        (self.limit, self.isMarked) = (limit, isMarked)
    }

    var hasEnded: Bool { end != nil || !isMarked }

    /// The fewest bytes, with a line break among them, that were not typed.
    ///
    /// A program gets at once what was pasted, and key by key what was typed: of a hundred keys it has read some
    /// before.
    private static let fewestUnmarked = 100

    /// Whether the bytes of one read are text that was pasted into a terminal without markers.
    ///
    /// As keys, the first line break would send what stands in a field, and the rest would be commands.
    static func isUnmarkedText(_ bytes: [UInt8]) -> Bool {
        bytes.count >= fewestUnmarked && isText(bytes) && bytes.dropLast().contains { $0 == 0x0A || $0 == 0x0D }
    }

    /// Whether no byte is a control character that a key sends, other than tab and return.
    static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    mutating func append(_ more: some Sequence<UInt8>) {
        for byte in more {
            bytes.append(byte)
            if byte == UInt8(ascii: "~"), bytes.hasSuffix(Self.endMarker) { end = bytes.count }
        }
        // Bytes after the paste, or that may begin its end marker, are never dropped.
        let surplus = (end ?? bytes.count) - Self.endMarker.count
        if surplus > limit {
            bytes.removeSubrange(limit..<surplus)
            end = end.map { $0 - (surplus - limit) }
        }
    }

    /// The text between the markers, and the bytes that came after it.
    func finish() -> (text: String, rest: ArraySlice<UInt8>)? {
        guard let end = end ?? (isMarked ? nil : bytes.count) else { return nil }
        return (Self.text(of: bytes[..<end]), bytes[end...])
    }

    private static func text(of bytes: ArraySlice<UInt8>) -> String {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == UInt8(ascii: "\n"), kept.last == UInt8(ascii: "\r") { kept.removeLast() }
            kept.append(byte)
            // Checked on what is kept, so that taking out one marker can't leave another.
            if byte == UInt8(ascii: "~"), kept.hasSuffix(startMarker) || kept.hasSuffix(endMarker) {
                kept.removeLast(endMarker.count)
            }
        }
        for index in kept.indices where kept[index] == UInt8(ascii: "\r") {
            kept[index] = UInt8(ascii: "\n")
        }
        return String(decoding: kept, as: UTF8.self)
    }
}

extension Array<UInt8> {
    fileprivate func hasSuffix(_ other: [UInt8]) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}
