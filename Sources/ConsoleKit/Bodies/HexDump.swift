/// Bytes as rows of hexadecimal digits and characters.
package struct HexDump: Sendable, Hashable {
    /// Bytes on one row.
    package let columns: Int

    /// As many bytes on a row as fit a width, by fours: 32 at most.
    package init(width: Int) {
        // Each takes four columns, beside the offset and what separates the three parts.
        columns = max(4, min(32, (width - 11) / 16 * 4))
    }

    package func rowCount(of bytes: [UInt8]) -> Int { (bytes.count + columns - 1) / columns }

    /// `00000010  7f 45 4c 46 …  .ELF…`.
    package func row(_ index: Int, of bytes: [UInt8]) -> String {
        let start = index * columns
        let row = bytes[min(start, bytes.count)..<min(start + columns, bytes.count)]
        let digits = row.map { Self.hex($0, digits: 2) }.joined(separator: " ")
        let padding = String(repeating: " ", count: columns * 3 - 1 - digits.count)
        let characters = row.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : "." }.joined()
        return "\(Self.hex(start, digits: 8))  \(digits)\(padding)  \(characters)"
    }

    private static func hex(_ number: some BinaryInteger, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
