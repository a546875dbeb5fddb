extension ScenarioFlaw {
    /// Names the first byte that is not valid UTF-8.
    init(notUTF8 bytes: [UInt8]) {
        var (number, rest) = (1, bytes[...])
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")),
            String(validating: rest[..<end], as: UTF8.self) != nil
        {
            number += 1
            rest = rest[(end + 1)...]
        }
        var (line, decoder, source) = (String.UnicodeScalarView(), UTF8(), rest.makeIterator())
        while case .scalarValue(let scalar) = decoder.decode(&source) { line.append(scalar) }
        self.init(
            line: number, column: String(line).count + 1, reason: "these bytes are not UTF-8",
            advice: "Save the file as UTF-8.")
    }
}
