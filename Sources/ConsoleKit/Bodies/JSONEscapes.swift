/// The escapes of JSON strings that stand for letters, which some servers send for all but ASCII: `\u5c71`.
enum JSONEscapes {
    /// The literal with the letters in place of such escapes; of what can't be seen or means something in a literal the
    /// escape stays.
    static func read(_ literal: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard literal.contains(backslash) else { return literal }
        var read: [UInt8] = []
        read.reserveCapacity(literal.count)
        var rest = literal
        while let byte = rest.first {
            guard byte == backslash else {
                read.append(byte)
                rest = rest.dropFirst()
                continue
            }
            if let (scalar, length) = scalar(at: rest), scalar.isShown {
                read += UTF8.encode(scalar).map { Array($0) } ?? []
                rest = rest.dropFirst(length)
            } else if isCut(rest) {
                break
            } else {
                read += rest.prefix(2)
                rest = rest.dropFirst(2)
            }
        }
        return read[...]
    }

    private static let backslash = UInt8(ascii: "\\")

    /// The scalar of the escape that begins here, or of two that make a pair, and its length.
    private static func scalar(at text: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        guard let unit = unit(at: text) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        guard UTF16.isLeadSurrogate(unit), let second = self.unit(at: text.dropFirst(6)),
            UTF16.isTrailSurrogate(second)
        else { return nil }
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(value).map { ($0, 12) }
    }

    /// Whether the text ends inside the escape that begins here.
    private static func isCut(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.dropFirst(2)
        return text.count < 6 && (text.dropFirst().first ?? UInt8(ascii: "u")) == UInt8(ascii: "u")
            && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    private static func unit(at text: ArraySlice<UInt8>) -> UInt16? {
        guard text.count >= 6, text.prefix(2).elementsEqual([backslash, UInt8(ascii: "u")]) else { return nil }
        var unit: UInt16 = 0
        for byte in text.dropFirst(2).prefix(4) {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

extension Unicode.Scalar {
    /// Whether it is seen as itself, and ends no literal.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            false
        default: self != "\"" && self != "\\"
        }
    }
}
