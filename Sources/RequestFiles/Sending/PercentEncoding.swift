/// RFC 3986 §2.
enum PercentEncoding {
    /// All but unreserved characters encoded.
    static func component(_ bytes: some Sequence<UInt8>) -> String {
        encoded(bytes) { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
    }

    /// What can't stand in a URL encoded; what is encoded already stays as it is.
    static func url(_ bytes: some Sequence<UInt8>) -> String {
        encoded(bytes) { $0.isLetter || $0.isDigit || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains($0) }
    }

    /// What can't stand in a form encoded, a space as `+`; what is encoded already stays as it is.
    static func form(_ bytes: some Sequence<UInt8>) -> String {
        encoded(bytes, space: "+") { $0 > 0x20 && $0 < 0x7F }
    }

    private static func encoded(
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
