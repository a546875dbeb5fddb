import SessionCore

/// Gathers status line and header, line by line as libcurl hands them over; the fields are made of them later.
struct ResponseHead: Sendable {
    /// What the heads of one exchange, interim ones included, may take together.
    static let sizeLimit = 256 << 10

    private static let usualSize = 512

    /// The lines of the last head, as they came, between the first and the empty one.
    private var lines: [UInt8] = []
    private var size = 0
    /// Whether the line that ends a head was the last one.
    private(set) var isComplete = true

    var hasBegun: Bool { size > 0 }

    /// Takes one line, line break included; `false` once the head grows beyond all measure.
    ///
    /// A head replaces the interim one (1xx) before it. Trailer fields are dropped (RFC 9110 §6.5.1).
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Bool {
        size += line.count
        guard size <= Self.sizeLimit else { return false }
        if line.count <= 2, line.allSatisfy(Self.isLineBreak) {
            isComplete = true
        } else if isComplete {
            guard line.starts(with: "HTTP/".utf8) else { return true }
            isComplete = false
            lines.removeAll(keepingCapacity: true)
            lines.reserveCapacity(Self.usualSize)
        } else {
            lines.append(contentsOf: line)
        }
        return true
    }

    /// The fields in order; what is no field is left out.
    var fields: [HTTPHeaders.Field] {
        var fields: [HTTPHeaders.Field] = []
        lines.withUnsafeBytes { lines in
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
            // RFC 9112 §5.2: a folded line goes on with the value before it.
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
