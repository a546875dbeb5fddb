/// Percent-decoding of request targets and forms (RFC 3986 §2.1, and `application/x-www-form-urlencoded`).
enum PercentDecoding {
    /// Decodes `%XX`, and `+` as a space in a form.
    ///
    /// A `%` without two hexadecimal digits after it is kept.
    static func decode(_ text: Substring, plusIsSpace: Bool) -> String {
        let encoded = text.utf8
        guard encoded.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoded.count)
        var index = encoded.startIndex
        while index < encoded.endIndex {
            let byte = encoded[index]
            index = encoded.index(after: index)
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = encoded[index...].prefix(2)
                if digits.count == 2, let value = hexadecimalValue(of: digits) {
                    decoded.append(value)
                    index = digits.endIndex
                } else {
                    decoded.append(byte)
                }
            default:
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func hexadecimalValue(of digits: Substring.UTF8View) -> UInt8? {
        var value: UInt8 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | (digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | (digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | (digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return value
    }
}
