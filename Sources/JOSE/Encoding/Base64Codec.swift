/// The two alphabets of RFC 4648, each with its table in both directions.
struct Base64Codec: Sendable {
    static let standard = Base64Codec(last: "+/")
    static let urlSafe = Base64Codec(last: "-_")

    private static let notInAlphabet: UInt8 = 0xFF

    private let characters: [UInt8]
    private let values: [UInt8]

    private init(last: String) {
        let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
        var values = [UInt8](repeating: Self.notInAlphabet, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        self.characters = characters
        self.values = values
    }

    func encode(_ bytes: some Sequence<UInt8>, padded: Bool) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(characters[Int(bits >> bitCount & 63)])
            }
        }
        if bitCount > 0 { text.append(characters[Int(bits << (6 - bitCount) & 63)]) }
        while padded, text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes unpadded characters; `nil` for any other character, length or bit.
    func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for character in text {
            let value = values[Int(character)]
            guard value != Self.notInAlphabet else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        let unusedBits = bits & (1 << bitCount - 1)
        return bitCount < 6 && unusedBits == 0 ? bytes : nil
    }
}
