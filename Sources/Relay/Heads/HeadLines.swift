import HostSystem

/// A head cut into its lines, which two readers would cut alike.
struct HeadLines {
    /// Without its line break.
    let first: ArraySlice<UInt8>
    let fields: HeadFields

    /// Reads a whole head, with the empty line that ends it.
    init(_ head: [UInt8]) throws(HeadFlaw) {
        var lines: [(range: Range<Int>, isFolded: Bool)] = []
        lines.reserveCapacity(32)
        var start = 0
        while let feed = head[start...].firstIndex(of: 0x0A), feed > start + 1 {
            let content = head[start..<(feed - 1)]
            guard !content.contains(0x0D) else { throw .forbiddenByte }
            if content.first == 0x20 || content.first == 0x09 {
                guard lines.count > 1, let before = lines.popLast() else { throw .field }
                lines.append((before.range.lowerBound..<(feed + 1), true))
            } else {
                lines.append((start..<(feed + 1), false))
            }
            start = feed + 1
        }
        guard let firstLine = lines.first else { throw .startLine }
        first = head[firstLine.range].dropLast(2)
        var fields = HeadFields()
        // One or two are added on the way.
        fields.reserve(lines.count + 2)
        for line in lines.dropFirst() {
            guard let field = HeadFields.Field(head[line.range], isFolded: line.isFolded) else { throw .field }
            fields.append(field)
        }
        self.fields = fields
    }
}

/// Looks for the end of a head while it arrives, and for what must not be in it.
struct HeadScanner {
    private var scanned = 0
    private var lineStart = 0

    /// How many bytes the head has, with the empty line at its end; `nil` while more must come.
    ///
    /// The bytes are those of the call before, and more.
    mutating func end(in bytes: UnsafeRawBufferPointer) throws(HeadFlaw) -> Int? {
        guard let base = bytes.baseAddress, scanned < bytes.count else { return nil }
        while let found = memchr(base + scanned, 0x0A, bytes.count - scanned) {
            let feed = UnsafeRawPointer(found) - base
            // Behind the head stands a body, which may have any byte.
            if memchr(base + scanned, 0, feed - scanned) != nil { throw .forbiddenByte }
            guard feed > lineStart, bytes[feed - 1] == 0x0D else { throw .bareLineFeed }
            scanned = feed + 1
            if feed == lineStart + 1 { return scanned }
            lineStart = scanned
        }
        if memchr(base + scanned, 0, bytes.count - scanned) != nil { throw .forbiddenByte }
        scanned = bytes.count
        return nil
    }
}
