/// Text of many lines in one piece of memory: a line becomes a string only when it is shown.
package struct LineBuffer: Sendable {
    package private(set) var bytes: [UInt8]
    /// Where each line begins in `bytes`.
    private(set) var starts: [UInt32]

    /// No lines are longer than this: a longer one is continued on the next, at a character's beginning.
    static let longestLine = 4096
    /// Lines beyond this many are left out.
    static let mostLines = 200_000

    /// Whether lines had to be left out.
    private(set) var isCut = false

    package var count: Int { starts.count }

    init(bytes: [UInt8], starts: [UInt32]) {
        self.bytes = bytes
        self.starts = starts
    }

    /// Finds the lines of UTF-8 text, cut at LF.
    package init(splitting text: [UInt8]) {
        bytes = text
        starts = text.isEmpty ? [] : [0]
        var start = 0
        for index in text.indices {
            let isBreak = text[index] == 0x0A
            let isFull = index - start >= Self.longestLine && text[index] & 0xC0 != 0x80
            guard isBreak || isFull else { continue }
            start = isBreak ? index + 1 : index
            guard start < text.count else { break }
            guard starts.count < Self.mostLines else {
                isCut = true
                bytes.removeSubrange(start...)
                break
            }
            starts.append(UInt32(start))
        }
    }

    /// The bytes of a line without its line break.
    package subscript(index: Int) -> ArraySlice<UInt8> {
        let start = Int(starts[index])
        var end = index + 1 < starts.count ? Int(starts[index + 1]) : bytes.count
        if end > start, bytes[end - 1] == 0x0A { end -= 1 }
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return bytes[start..<end]
    }

    /// A line as text; what is no UTF-8 is repaired.
    package func text(_ index: Int) -> String {
        String(decoding: self[index], as: UTF8.self)
    }

    /// The lines that hold the text, compared without regard to ASCII case.
    package func lines(containing text: String) -> [Int] {
        let needle = text.utf8.map(\.foldedCase)
        guard let first = needle.first else { return [] }
        return starts.indices.filter { index in
            let line = self[index]
            guard line.count >= needle.count else { return false }
            for start in line.startIndex...line.endIndex - needle.count where line[start].foldedCase == first {
                if zip(line[start...], needle).allSatisfy({ $0.foldedCase == $1 }) { return true }
            }
            return false
        }
    }
}

extension UInt8 {
    /// Upper case folded to lower case, for ASCII only.
    fileprivate var foldedCase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
