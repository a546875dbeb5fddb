extension JSONParser {
    /// Steps over comments and the white space that JSON5 adds, with any plain one between them.
    mutating func skipJSON5Space() throws(JSONError) {
        while let byte = current {
            switch byte {
            case 0x09...0x0D, 0x20: offset += 1
            case UInt8(ascii: "/"): try skipComment()
            // A byte order mark, as editors leave it, and a space that does not break.
            case 0xEF where follows([0xEF, 0xBB, 0xBF]): offset += 3
            case 0xC2 where follows([0xC2, 0xA0]): offset += 2
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONError) {
        let start = offset
        offset += 1
        if take(UInt8(ascii: "/")) {
            while let byte = current, byte != 0x0A, byte != 0x0D { offset += 1 }
        } else if take(UInt8(ascii: "*")) {
            while !follows(Array("*/".utf8)) {
                guard current != nil else { throw JSONError(offset: start, reason: .ended(expected: "'*/'")) }
                offset += 1
            }
            offset += 2
        } else {
            throw unexpected("a comment")
        }
    }

    private func follows(_ expected: [UInt8]) -> Bool { bytes[offset...].starts(with: expected) }

    /// Reads a name without quotation marks: an identifier of ECMAScript, without escapes.
    mutating func parseIdentifier() throws(JSONError) -> String {
        let start = offset
        while let byte = current, byte >= 0x80 || Self.isIdentifierByte(byte) { offset += 1 }
        let name = try text(start..<offset)
        guard let first = name.unicodeScalars.first, first == "$" || first == "_" || first.properties.isIDStart,
            name.unicodeScalars.dropFirst().allSatisfy({ $0 == "$" || $0.properties.isIDContinue })
        else {
            offset = start
            throw unexpected("a member's name")
        }
        return name
    }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    /// Reads the escapes that JSON5 adds: `\'`, `\v`, `\0` and a line break, which yields no character.
    mutating func parseJSON5Escape() throws(JSONError) -> Unicode.Scalar? {
        switch current {
        case UInt8(ascii: "'"): return take("'")
        case UInt8(ascii: "v"): return take("\u{B}")
        case UInt8(ascii: "0"): return take("\u{0}")
        case 0x0A, 0x0D:
            if take(0x0D) { _ = take(0x0A) } else { offset += 1 }
            return nil
        default: throw unexpected("an escape sequence")
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        offset += 1
        return scalar
    }
}
