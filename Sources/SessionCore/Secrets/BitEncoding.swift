/// An encoding in which each character stands for as many bits, whatever stands before and after.
struct BitEncoding: Sendable {
    private let alphabet: Alphabet
    /// The first bit of the secret that a character depends on alone: in base64 the ones before also hold what is
    /// before the secret.
    private let firstBit: UInt8

    private enum Alphabet: Sendable { case lowerHexadecimal, upperHexadecimal, base64, base64URL }

    /// Base64 is told apart by where in a group of three bytes the secret begins.
    static let all =
        [.lowerHexadecimal, .upperHexadecimal].map { BitEncoding(alphabet: $0, firstBit: 0) }
        + [0, 4, 2].flatMap { bit in
            [.base64, .base64URL].map { BitEncoding(alphabet: $0, firstBit: bit) }
        }

    private var width: Int {
        switch alphabet {
        case .lowerHexadecimal, .upperHexadecimal: 4
        case .base64, .base64URL: 6
        }
    }

    /// How many characters of a secret of that many bytes depend on nothing else; of base64 whole groups alone.
    func count(of size: Int) -> Int {
        guard width == 6 else { return 2 * size }
        switch firstBit {
        case 0: return size / 3 * 4
        case 4: return (size + 1) / 3 * 4 - 2
        default: return (size + 2) / 3 * 4 - 3
        }
    }

    func character(_ index: Int, of secret: UnsafeBufferPointer<UInt8>) -> UInt8 {
        let bit = Int(firstBit) + index * width
        let place = bit >> 3
        let pair = UInt16(secret[place]) << 8 | (place + 1 < secret.count ? UInt16(secret[place + 1]) : 0)
        return character(UInt8(truncatingIfNeeded: pair >> UInt16(16 - width - (bit & 7))) & (1 << UInt8(width) - 1))
    }

    private func character(_ value: UInt8) -> UInt8 {
        switch alphabet {
        case .lowerHexadecimal: value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        case .upperHexadecimal: value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
        case .base64, .base64URL:
            switch value {
            case 0..<26: UInt8(ascii: "A") + value
            case 26..<52: UInt8(ascii: "a") + value - 26
            case 52..<62: UInt8(ascii: "0") + value - 52
            case 62: alphabet == .base64 ? UInt8(ascii: "+") : UInt8(ascii: "-")
            default: alphabet == .base64 ? UInt8(ascii: "/") : UInt8(ascii: "_")
            }
        }
    }
}
