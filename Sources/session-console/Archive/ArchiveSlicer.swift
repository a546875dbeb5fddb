import HostSystem

/// Cuts the entries of an HTTP Archive out of its bytes as these come, and keeps nothing else.
///
/// Only as much of JSON is understood as it takes to find `log.entries`: an entry itself is read by ``ArchivedEntry``.
struct ArchiveSlicer {
    /// A longer text is left out of its entry: it is the body of a picture, not of a token answer.
    private static let stringLimit = 4 << 20
    /// The depth of what is in `log.entries`.
    private static let entryDepth = 3

    /// Whether there was a `log.entries`.
    private(set) var hasEntries = false
    private var depth = 0
    private var isInLog = false
    private var isInEntries = false
    /// The text of the last string outside of entries, as far as a name is told by it.
    private var name: [UInt8] = []
    private var isString = false
    private var isEscaped = false
    /// Whether the rest of the string is left out.
    private var isCut = false
    /// Where the string begins in the entry.
    private var start = 0
    private var entry: [UInt8]?

    /// Whether the bytes so far are a whole text.
    var isComplete: Bool { depth == 0 && !isString }
    /// Whether they end within an entry.
    var isWithinEntry: Bool { entry != nil }

    /// Takes the next bytes, and hands on each entry that ends in them.
    mutating func take(_ bytes: [UInt8], _ found: ([UInt8]) -> Void) {
        var index = 0
        while index < bytes.count {
            if isString {
                index = takeString(bytes, from: index)
                // An entry may be a string, which is none.
                if !isString, depth == Self.entryDepth, isInEntries { end(found) }
            } else {
                take(bytes[index], found)
                index += 1
            }
        }
    }

    // MARK: - Strings

    private mutating func takeString(_ bytes: [UInt8], from index: Int) -> Int {
        guard !isEscaped else {
            isEscaped = false
            keep(bytes[index...index])
            return index + 1
        }
        let end = Self.mark(in: bytes, from: index)
        keep(bytes[index..<end])
        guard end < bytes.count else { return end }
        if bytes[end] == UInt8(ascii: "\\") {
            isEscaped = true
            keep(bytes[end...end])
        } else {
            isString = false
            isCut = false
            entry?.append(bytes[end])
        }
        return end + 1
    }

    /// The next quotation mark or backslash; most bytes of an archive are between these.
    private static func mark(in bytes: [UInt8], from index: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return index }
            func next(_ mark: Unicode.Scalar, before end: Int) -> Int {
                memchr(base + index, Int32(mark.value), end - index).map { UnsafeRawPointer($0) - base } ?? end
            }
            return next("\\", before: next("\"", before: bytes.count))
        }
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        guard let size = entry?.count else {
            if name.count < 16 { name += piece.prefix(16) }
            return
        }
        guard !isCut else { return }
        if size - start + piece.count > Self.stringLimit {
            entry?.removeSubrange(start...)
            isCut = true
        } else {
            entry? += piece
        }
    }

    // MARK: - Everything else

    private mutating func take(_ byte: UInt8, _ found: ([UInt8]) -> Void) {
        let isBetween = isInEntries && depth == Self.entryDepth
        switch byte {
        case UInt8(ascii: "\""):
            if isBetween { entry = entry ?? [] }
            isString = true
            name = []
            entry?.append(byte)
            start = entry?.count ?? 0
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if isBetween { entry = entry ?? [] }
            entry?.append(byte)
            open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            // A number or a word among the entries ends here, too.
            if isBetween { end(found) }
            entry?.append(byte)
            close()
            if isInEntries, depth == Self.entryDepth { end(found) }
        case UInt8(ascii: ",") where isBetween: end(found)
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): entry?.append(byte)
        default:
            if isBetween { entry = entry ?? [] }
            entry?.append(byte)
        }
    }

    private mutating func open(_ byte: UInt8) {
        let isObject = byte == UInt8(ascii: "{")
        if depth == 1, isObject, name.elementsEqual("log".utf8) { isInLog = true }
        if depth == 2, !isObject, isInLog, name.elementsEqual("entries".utf8) {
            (isInEntries, hasEntries) = (true, true)
        }
        if entry == nil { name = [] }
        depth += 1
    }

    private mutating func close() {
        depth = max(0, depth - 1)
        if depth < Self.entryDepth { isInEntries = false }
        if depth < 2 { isInLog = false }
    }

    private mutating func end(_ found: ([UInt8]) -> Void) {
        if let entry { found(entry) }
        entry = nil
    }
}
