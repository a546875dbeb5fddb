/// RFC 3986 §2.
package enum PercentEncoding {
    /// All but unreserved characters encoded.
    package static func component(_ bytes: some Sequence<UInt8>) -> String {
        encoded(bytes) { $0.isUnreserved }
    }

    /// What can stand nowhere in a URL encoded; what is encoded already stays as it is.
    ///
    /// For a part of a URL, such as the template of a path. A whole one is read by `URL(given:)`.
    package static func url(_ bytes: some Sequence<UInt8>) -> String {
        encoded(bytes) { $0.isUnreserved || ":/?#[]@!$&'()*+,;=%".utf8.contains($0) }
    }

    /// What can't stand in a form encoded, a space as `+`; what is encoded already stays as it is.
    package static func form(_ bytes: some Sequence<UInt8>) -> String {
        encoded(bytes, space: "+") { $0 > 0x20 && $0 < 0x7F }
    }

    /// What can't stand in a part of a URL encoded, a stray `%` too; what is encoded already stays as it is.
    static func part(_ bytes: ArraySlice<UInt8>, allowing extra: StaticString) -> String {
        let extra = extra.withUTF8Buffer { Array($0) }
        var text = ""
        var rest = bytes
        while let sign = rest.firstIndex(of: UInt8(ascii: "%")) {
            text += encoded(rest[..<sign]) { $0.isAllowed(beside: extra) }
            let digits = rest[(sign + 1)...].prefix(2)
            text += digits.count == 2 && digits.allSatisfy(\.isHexDigit) ? "%" : "%25"
            rest = rest[(sign + 1)...]
        }
        return text + encoded(rest) { $0.isAllowed(beside: extra) }
    }

    /// All but plain bytes encoded.
    package static func encoded(
        _ bytes: some Sequence<UInt8>, space: String = "%20", _ isPlain: (UInt8) -> Bool
    ) -> String {
        var text: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in bytes {
            if isPlain(byte) {
                text.append(byte)
            } else if byte == 0x20 {
                text += space.utf8
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UInt8 {
    /// RFC 3986 §2.3.
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(self)
        }
    }

    /// Unreserved, a sub-delimiter (RFC 3986 §2.2), or one of `extra`.
    fileprivate func isAllowed(beside extra: [UInt8]) -> Bool {
        isUnreserved || "!$&'()*+,;=".utf8.contains(self) || extra.contains(self)
    }

    fileprivate var isHexDigit: Bool { Character(Unicode.Scalar(self)).isHexDigit }
}
