/// A text in JSON as people write it by hand, with the places of its members.
///
/// What JSON5 adds to names, strings, commas, comments and white space is read; numbers are those of RFC 8259.
/// A repeated name is refused.
package struct JSON5Document: Sendable {
    package let value: JSONValue
    private let memberOffsets: [[String]: Int]
    private let lines: Lines

    /// Why a text could not be read, and where.
    package struct Fault: Error, Sendable, Hashable {
        /// Counts from 1.
        package let line: Int
        /// Counts from 1, in Unicode scalars.
        package let column: Int
        /// The names that lead to the value at fault; empty where it is the text itself.
        package let path: [String]
        package let reason: JSONError.Reason
    }

    package init(parsing bytes: some Collection<UInt8>) throws(Fault) {
        var parser = JSONParser(Array(bytes), repeatedNames: .refused, allowsJSON5: true)
        lines = Lines(of: parser.bytes)
        do {
            value = try parser.parseText()
        } catch {
            let (line, column) = error.place(in: parser.bytes)
            throw Fault(line: line, column: column, path: parser.path, reason: error.reason)
        }
        memberOffsets = parser.memberOffsets
    }

    /// The line, counted from 1, on which the member of that path has its name; `nil` where there is none.
    package func line(of path: [String]) -> Int? {
        memberOffsets[path].map { lines.number(at: $0) }
    }

    private struct Lines {
        private let breaks: [Int]

        init(of bytes: [UInt8]) {
            breaks = bytes.indices.filter { bytes[$0] == 0x0A }
        }

        func number(at offset: Int) -> Int { 1 + breaks.prefix { $0 < offset }.count }
    }
}
