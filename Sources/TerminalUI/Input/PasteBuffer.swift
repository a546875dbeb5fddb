/// Collects the bytes after the start marker of a bracketed paste.
struct PasteBuffer: Sendable {
    static let startMarker = Array("\u{1B}[200~".utf8)
    static let endMarker = Array("\u{1B}[201~".utf8)

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The index after the last end marker so far.
    private var end: Int?

    init(limit: Int) {
        self.limit = limit
    }

    var hasEnded: Bool { end != nil }

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
        guard let end else { return nil }
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
