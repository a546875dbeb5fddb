/// Bytes as rows of hexadecimal digits and characters.
enum HexDump {
    /// Bytes on one row.
    static let columns = 16

    /// `00000010  7f 45 4c 46 …  .ELF…`.
    static func row(_ index: Int, of bytes: [UInt8]) -> String {
        let start = index * columns
        let row = bytes[min(start, bytes.count)..<min(start + columns, bytes.count)]
        let digits = row.map { hex($0, digits: 2) }.joined(separator: " ")
        let padding = String(repeating: " ", count: columns * 3 - 1 - digits.count)
        let characters = row.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : "." }.joined()
        return "\(hex(start, digits: 8))  \(digits)\(padding)  \(characters)"
    }

    private static func hex(_ number: some BinaryInteger, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
