/// A body made ready to be shown: done once for an answer, so that a frame costs only the rows it shows.
package struct PreparedBody: Sendable {
    enum Form: Sendable, Equatable {
        case empty, json, text, binary
    }

    let form: Form
    /// What the pretty tab shows; `nil` where it shows the same as the raw tab.
    let pretty: LineBuffer?
    /// For a line of ``pretty`` that opens an object or array, the line that closes it.
    let closingLines: [Int: Int]
    let raw: LineBuffer
    /// Something the reader must know: that it was cut, or why it is not laid out.
    let announcement: String?

    /// Bodies up to this size are prepared at once, larger ones away from the main actor.
    package static let smallSize = 64 << 10
    /// JSON beyond this size is shown as it came.
    static let largestLayout = 1 << 20
    /// What is beyond this size is not shown here at all.
    static let largestShown = 4 << 20
    /// How much of a body that is not text is shown.
    static let largestDump = 64 << 10

    package init(_ bytes: [UInt8], contentType: String?) {
        var pretty: LineBuffer?
        var closingLines: [Int: Int] = [:]
        var announcement: String?
        let shown = bytes.count > Self.largestShown ? Array(bytes[..<Self.largestShown]) : bytes

        if bytes.isEmpty {
            form = .empty
            raw = LineBuffer(splitting: [])
        } else if Self.isBinary(shown) {
            form = .binary
            raw = LineBuffer(splitting: Array(shown.prefix(Self.largestDump)))
            if bytes.count > Self.largestDump {
                announcement = "not text; the first \(ByteCount(Self.largestDump)) of \(ByteCount(bytes.count))"
            }
        } else {
            var form = Form.text
            if Self.looksLikeJSON(shown, contentType: contentType) {
                if bytes.count > Self.largestLayout {
                    announcement = "JSON of \(ByteCount(bytes.count)) is shown as it came"
                } else {
                    do {
                        let layout = try JSONLayout(shown)
                        form = .json
                        pretty = layout.lines
                        closingLines = layout.closingLines
                    } catch {
                        announcement = "not valid JSON (byte \(error.offset)), shown as it came"
                    }
                }
            }
            self.form = form
            raw = LineBuffer(splitting: shown)
            if bytes.count > Self.largestShown || raw.isCut {
                announcement = "the first \(ByteCount(raw.bytes.count)) of \(ByteCount(bytes.count)); v shows all"
            }
        }
        self.pretty = pretty
        self.closingLines = closingLines
        self.announcement = announcement
    }

    private static func looksLikeJSON(_ bytes: [UInt8], contentType: String?) -> Bool {
        MediaType.isJSON(contentType, first: bytes.first { $0 > 0x20 })
    }

    /// Whether a sample holds NULs, or much that is no UTF-8.
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        let sample = bytes.prefix(2048)
        if sample.contains(0) { return true }
        let damaged = String(decoding: sample, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
        return damaged * 10 > sample.count
    }
}
