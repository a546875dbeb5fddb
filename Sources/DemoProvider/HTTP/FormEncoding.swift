/// Encodes names and values for a query (RFC 6749 appendix B).
enum FormEncoding {
    static func encode(_ items: [(String, String)]) -> String {
        items.map { "\(encode($0))=\(encode($1))" }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
