/// The bytes of a file, cut into lines that end in LF, CRLF or CR.
struct SourceLines: Sendable, Hashable {
    let bytes: [UInt8]
    /// Where each line begins; the last entry is the end of the file.
    private let starts: [Int]

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Fails where there are more lines than `limit`.
    init?(_ bytes: [UInt8], limit: Int) {
        var starts = [0]
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            if byte == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
            guard starts.count < limit else { return nil }
            starts.append(index)
        }
        // What ends in a line break has no line behind it.
        if starts.last != bytes.count || bytes.isEmpty { starts.append(bytes.count) }
        self.bytes = bytes
        self.starts = starts
    }

    var count: Int { starts.count - 1 }

    /// A line with its line break, the byte order mark included.
    func whole(_ index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }

    /// All of several lines.
    func whole(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[starts[range.lowerBound]..<starts[range.upperBound]] }

    /// A line without its line break and without the byte order mark.
    subscript(index: Int) -> ArraySlice<UInt8> {
        var line = whole(index)
        if index == 0, line.starts(with: Self.mark) { line = line.dropFirst(Self.mark.count) }
        return line.dropLast(lineBreak(index).count)
    }

    /// What ends a line; nothing at the end of a file that lacks a last line break.
    func lineBreak(_ index: Int) -> ArraySlice<UInt8> {
        let line = whole(index)
        let length = line.reversed().prefix(2).prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count
        let isPair = length == 2 && line.last == UInt8(ascii: "\n")
        return line.suffix(isPair ? 2 : min(length, 1))
    }

    /// Where a byte of the file stands.
    func position(of offset: Int) -> SourcePosition {
        var low = 0
        var high = count
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = count > 0 ? self[low].startIndex : 0
        let before = bytes[start..<max(start, min(offset, bytes.count))]
        // Continuation bytes of UTF-8 begin no character.
        return SourcePosition(line: low + 1, column: 1 + before.count { $0 & 0xC0 != 0x80 })
    }
}

/// A place in a file; both numbers count from 1, columns in Unicode scalars.
package struct SourcePosition: Sendable, Hashable, Comparable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (one: Self, other: Self) -> Bool { (one.line, one.column) < (other.line, other.column) }
}
