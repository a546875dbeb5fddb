import HostSystem

/// Cuts what arrives on a stream into lines, of which none is kept beyond its limit.
package struct LineCutter: Sendable {
    package enum Line: Sendable, Equatable {
        /// A line without its end.
        case whole([UInt8])
        /// A line longer than the limit, of which nothing is kept.
        case tooLong(limit: Int)
    }

    private let limit: Int
    private var beginning: [UInt8] = []
    /// Whether the present line is too long already.
    private var isTooLong = false

    package init(limit: Int) { self.limit = limit }

    /// Takes the next piece, and returns the lines that end in it.
    package mutating func cut(_ piece: [UInt8]) -> [Line] {
        var lines: [Line] = []
        piece.withUnsafeBytes { bytes in
            var start = 0
            while let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start) {
                let end = UnsafeRawPointer(found) - base
                keep(bytes[start..<end])
                lines.append(take())
                start = end + 1
            }
            keep(bytes[start...])
        }
        return lines
    }

    /// The last line, where the stream ended without a line break; half a message is not one.
    package mutating func end() -> Line? { beginning.isEmpty && !isTooLong ? nil : take() }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        guard !isTooLong else { return }
        if bytes.count > limit - beginning.count {
            isTooLong = true
            beginning = []
        } else {
            beginning += bytes
        }
    }

    private mutating func take() -> Line {
        defer { (beginning, isTooLong) = ([], false) }
        return isTooLong ? .tooLong(limit: limit) : .whole(beginning)
    }
}
