import SessionHTTP

/// The lines of an answer's header as received; the waiting task parses them into fields.
struct HeaderLines: Sendable {
    private static let usualCount = 8

    let bytes: [UInt8]

    /// The fields in order; lines that are not fields are left out.
    var fields: [HTTPHeaders.Field] {
        var fields: [HTTPHeaders.Field] = []
        fields.reserveCapacity(Self.usualCount)
        bytes.withUnsafeBytes { lines in
            var start = lines.startIndex
            while start < lines.endIndex {
                let end = lines[start...].firstIndex(of: Self.lineFeed) ?? lines.endIndex
                Self.add(Self.withoutLineBreak(lines[start..<end]), to: &fields)
                start = end + 1
            }
        }
        return fields
    }

    private static func add(_ line: Slice<UnsafeRawBufferPointer>, to fields: inout [HTTPHeaders.Field]) {
        guard let first = line.first else { return }
        if isBlank(first) {
            // RFC 9112 §5.2: a folded line continues the value before it.
            guard let last = fields.indices.last else { return }
            fields[last].value += " " + text(line)
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            fields.append(HTTPHeaders.Field(name: text(line[..<colon]), value: text(line[(colon + 1)...])))
        }
    }

    private static let lineFeed = UInt8(ascii: "\n")

    private static func withoutLineBreak(_ line: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var end = line.endIndex
        while end > line.startIndex, isLineBreak(line[end - 1]) { end -= 1 }
        return line[line.startIndex..<end]
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool {
        byte == lineFeed || byte == UInt8(ascii: "\r")
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }
}
