/// A body made ready to be shown: done once for an answer, so that a frame costs only the rows it shows.
package struct PreparedBody: Sendable {
    package enum Form: Sendable, Equatable {
        case empty, json, text, binary
    }

    package let form: Form
    /// What the pretty tab shows; `nil` where it shows the same as the raw tab.
    package let pretty: LineBuffer?
    /// For a line of ``pretty`` that opens an object or array, the line that closes it.
    package let closingLines: [Int: Int]
    package let raw: LineBuffer
    /// How much of the body the pretty and the raw tab show; `nil` where that is all.
    package let prettyPart: BodyPart?
    package let rawPart: BodyPart?
    /// Why the body is not shown as what it says it is.
    package let flaw: String?
    /// The lines of ``pretty`` that begin folded, and those that are listed then.
    package let folded: Set<Int>
    package let listed: [Int]

    /// Bodies up to this size are prepared at once, larger ones elsewhere.
    package static let smallSize = 64 << 10
    /// What is beyond this size is not shown here at all.
    package static let largestShown = 4 << 20
    /// How much of a body that is not text is shown.
    static let largestDump = 64 << 10
    /// Objects and arrays inside the outermost one with more lines than this begin folded.
    static let longestUnfolded = 60

    package init(_ bytes: [UInt8], contentType: String?) {
        let isCut = bytes.count > Self.largestShown
        let sent = isCut ? Array(bytes[..<Self.largestShown]) : bytes
        let charset = Charset(contentType: contentType, body: sent)
        let shown = charset.utf8(sent)
        var layout: JSONLayout?
        var (flaw, prettyPart, rawPart): (String?, BodyPart?, BodyPart?)

        if bytes.isEmpty {
            form = .empty
            raw = LineBuffer(splitting: [])
        } else if Self.isBinary(shown) {
            form = .binary
            raw = LineBuffer(splitting: Array(sent.prefix(Self.largestDump)))
            if bytes.count > Self.largestDump { rawPart = BodyPart(shown: Self.largestDump, total: bytes.count) }
            if case .unknown(let name) = charset { flaw = "unknown charset \(name)" }
        } else {
            if MediaType.isJSON(contentType, first: shown.first { $0 > 0x20 }) {
                do {
                    layout = try JSONLayout(shown, isCut: isCut)
                } catch {
                    let offset = charset.sentCount(of: shown[..<error.offset])
                    flaw =
                        (error.isTooDeep
                            ? "JSON with more than \(JSONLayout.deepest) levels" : "not valid JSON (byte \(offset))")
                        + ", shown as received"
                }
            }
            form = layout == nil ? .text : .json
            raw = LineBuffer(splitting: shown)
            let part = { BodyPart(shown: charset.sentCount(of: shown[..<$0]), total: bytes.count) }
            if isCut || raw.isCut { rawPart = part(raw.bytes.count) }
            if let layout, isCut || layout.consumed < shown.count { prettyPart = part(layout.consumed) }
            if charset == .windows1252, Charset(contentType: contentType) == .utf8 {
                flaw = "no charset named, and not UTF-8: shown as windows-1252"
            }
            if case .unknown(let name) = charset, String(validating: shown, as: UTF8.self) == nil {
                flaw = "unknown charset \(name): shown as UTF-8"
            }
        }
        pretty = layout?.lines
        let closingLines = layout?.closingLines ?? [:]
        self.closingLines = closingLines
        self.prettyPart = layout == nil ? rawPart : prettyPart
        (self.rawPart, self.flaw) = (rawPart, flaw)
        folded = Set(closingLines.filter { $0.key > 0 && $0.value - $0.key > Self.longestUnfolded }.map(\.key))
        listed = Self.lines(of: pretty ?? raw, closing: closingLines, folded: folded)
    }

    /// The lines that are listed: all but those inside a fold.
    package static func lines(of buffer: LineBuffer, closing: [Int: Int], folded: Set<Int>) -> [Int] {
        if folded.isEmpty { return Array(0..<buffer.count) }
        var listed: [Int] = []
        listed.reserveCapacity(buffer.count)
        var index = 0
        while index < buffer.count {
            listed.append(index)
            index = folded.contains(index) ? (closing[index] ?? index) + 1 : index + 1
        }
        return listed
    }

    /// Whether a sample holds NULs, or much that is no UTF-8.
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        let sample = bytes.prefix(2048)
        if sample.contains(0) { return true }
        let damaged = String(decoding: sample, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
        return damaged * 10 > sample.count
    }
}
