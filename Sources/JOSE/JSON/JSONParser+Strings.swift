extension JSONParser {
    /// Reads the string that starts with the quotation mark at `offset`.
    mutating func parseString() throws(JSONError) -> String {
        let quote = bytes[offset]
        offset += 1
        let start = offset
        try skipPlain(until: quote)
        if take(quote) { return try text(start..<offset - 1) }

        var unescaped = try text(start..<offset)
        while !take(quote) {
            guard take(UInt8(ascii: "\\")) else { throw unexpected("'\(Unicode.Scalar(quote))'") }
            if let scalar = try parseEscape() { unescaped.unicodeScalars.append(scalar) }
            let plain = offset
            try skipPlain(until: quote)
            if offset > plain { unescaped += try text(plain..<offset) }
        }
        return unescaped
    }

    /// Steps over the string that starts with the quotation mark at `offset`, without reading it.
    mutating func skipString() throws(JSONError) {
        guard take(UInt8(ascii: "\"")) else { throw unexpected("a string") }
        try skipPlain(until: UInt8(ascii: "\""))
        while !take(UInt8(ascii: "\"")) {
            guard take(UInt8(ascii: "\\")) else { throw unexpected("'\"'") }
            // Half of a surrogate pair may pass: programs write one where they cut a text within a character.
            if take(UInt8(ascii: "u")) { _ = try parseHexadecimal() } else { _ = try parseEscape() }
            try skipPlain(until: UInt8(ascii: "\""))
        }
    }

    /// Steps to the closing quotation mark, the next backslash or the end of the text.
    private mutating func skipPlain(until quote: UInt8) throws(JSONError) {
        let start = offset
        offset = bytes.withUnsafeBytes { bytes in
            var end = start
            // Eight bytes at once: 3 % of a refresh.
            while end + 8 <= bytes.count {
                let eight = bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
                if eight.hasByte(quote) || eight.hasByte(UInt8(ascii: "\\")) || eight.hasByteBelow(0x20) { break }
                end += 8
            }
            return bytes[end...].firstIndex { $0 == quote || $0 == UInt8(ascii: "\\") || $0 < 0x20 } ?? bytes.endIndex
        }
        if let byte = current, byte < 0x20 { throw JSONError(offset: offset, reason: .controlCharacter(byte)) }
    }

    func text(_ range: Range<Int>) throws(JSONError) -> String {
        if let text = String(validating: bytes[range], as: UTF8.self) { return text }
        throw JSONError(offset: firstFault(in: range), reason: .notUTF8)
    }

    private func firstFault(in range: Range<Int>) -> Int {
        var iterator = bytes[range].makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var offset = range.lowerBound
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
        return offset
    }

    /// Reads the escape after a backslash; `nil` if it yields no character.
    private mutating func parseEscape() throws(JSONError) -> Unicode.Scalar? {
        guard let byte = current else { throw unexpected("an escape sequence") }
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try parseUnicodeEscape()
        default:
            guard allowsJSON5 else { throw unexpected("an escape sequence") }
            return try parseJSON5Escape()
        }
        offset += 1
        return scalar
    }

    /// RFC 8259 §7: characters beyond U+FFFF are two escapes, a high surrogate and a low one.
    private mutating func parseUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = offset - 1
        offset += 1
        let first = try parseHexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw JSONError(offset: start, reason: .loneSurrogate)
        }
        let second = try parseHexadecimal()
        guard UTF16.isTrailSurrogate(second) else { throw JSONError(offset: start, reason: .loneSurrogate) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func parseHexadecimal() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = current.flatMap(Self.hexadecimalValue) else { throw unexpected("a hexadecimal digit") }
            value = value << 4 | digit
            offset += 1
        }
        return value
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

extension UInt64 {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Whether one of its eight bytes is smaller than `limit`, which is at most 128.
    fileprivate func hasByteBelow(_ limit: UInt8) -> Bool {
        (self &- Self.ones &* UInt64(limit)) & ~self & Self.highBits != 0
    }

    fileprivate func hasByte(_ byte: UInt8) -> Bool { (self ^ Self.ones &* UInt64(byte)).hasByteBelow(1) }
}
