/// Finds what URLs in a text carry: parameters with a secret's name, whatever their values look like, and user
/// information.
///
/// It looks at bytes, so that it also finds them in what is no URL as it stands: in `Link`, in `Refresh`, in a page.
enum URLSecrets {
    private static let longestName = 64

    /// The values, each with the name of its parameter; that of user information is `password`.
    static func values(in bytes: [UInt8]) -> [(range: Range<Int>, name: String)] {
        var found: [(range: Range<Int>, name: String)] = []
        var index = 0
        while index < bytes.count {
            var end = index + 1
            if startsParameter(index, in: bytes), let parameter = parameter(from: index + 1, in: bytes) {
                if !parameter.value.isEmpty { found.append((parameter.value, parameter.name)) }
                end = max(end, parameter.value.upperBound)
            } else if let user = userInformation(at: index, in: bytes) {
                found.append((user, "password"))
                end = user.upperBound
            }
            index = end
        }
        return found
    }

    /// Whether a byte may separate parameters of a URL; quick.
    static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@")
            || byte == UInt8(ascii: ";")
    }

    private static func startsParameter(_ index: Int, in bytes: [UInt8]) -> Bool {
        let byte = bytes[index]
        // A page writes `&` as `&amp;`; `;` begins a parameter of a path, too (RFC 3986 §3.3).
        return byte != UInt8(ascii: "@") && isMark(byte)
    }

    /// The parameter that begins there, where it is a secret's.
    private static func parameter(from start: Int, in bytes: [UInt8]) -> (value: Range<Int>, name: String)? {
        let name = bytes[start...].prefix(longestName).prefix {
            TokenShape.isWordByte($0) || "-.%[]~+$".utf8.contains($0)
        }
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "=") else { return nil }
        let text = String(decoding: name, as: UTF8.self)
        guard SecretNames.contains(text) else { return nil }
        let isOfPath = bytes[start - 1] == UInt8(ascii: ";") && !bytes[..<(start - 1)].hasSuffix("&amp")
        let value = bytes[(name.endIndex + 1)...].prefix { !endsValue($0) && !(isOfPath && ";/?".utf8.contains($0)) }
        // What is masked already stays as it is.
        return (
            value.starts(with: SecretNames.dots.utf8)
                ? value.startIndex..<value.startIndex : value.startIndex..<value.endIndex, text
        )
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || "&#\"'<>`\\".utf8.contains(byte)
    }

    /// What stands between `://` and the last `@` of an authority (RFC 3986 §3.2).
    private static func userInformation(at index: Int, in bytes: [UInt8]) -> Range<Int>? {
        guard bytes[index] == UInt8(ascii: ":"), bytes[index...].starts(with: "://".utf8) else { return nil }
        let authority = bytes[(index + 3)...].prefix {
            !endsValue($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        guard let end = authority.lastIndex(of: UInt8(ascii: "@")), end > authority.startIndex,
            !authority.starts(with: SecretNames.dots.utf8)
        else { return nil }
        return authority.startIndex..<end
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
