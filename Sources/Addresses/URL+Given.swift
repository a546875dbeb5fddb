package import FoundationEssentials

extension URL {
    /// The URL of a text that a person, a file or a server gave; a relative reference is resolved against `base`.
    ///
    /// Only bytes that no URL may hold are encoded, and nothing twice (RFC 3986 §2.4); dot segments are removed
    /// (§5.2.4). `URL(string:)` encodes all of a component once more where one byte of it may not stand there.
    package init?(given text: String, relativeTo base: URL? = nil) {
        guard base != nil || !text.isPlainAddress else {
            self.init(string: text)
            return
        }
        let reference = AddressText(text)
        guard let base else {
            self.init(string: reference.text)
            return
        }
        guard let url = URL(string: reference.text, relativeTo: base)?.absoluteURL else { return nil }
        self.init(string: AddressText(url.absoluteString).text)
    }
}

/// A URI reference in its parts (RFC 3986 Appendix B), each encoded where it must be.
private struct AddressText {
    /// With its colon.
    private var scheme = ""
    private var authority: String?
    private var path = ""
    /// Query and fragment, with the signs before them.
    private var rest = ""

    init(_ text: String) {
        var bytes = Array(text.utf8)[...]
        if let hash = bytes.firstIndex(of: UInt8(ascii: "#")) {
            rest = "#" + PercentEncoding.part(bytes[(hash + 1)...], allowing: ":@/?")
            bytes = bytes[..<hash]
        }
        if let question = bytes.firstIndex(of: UInt8(ascii: "?")) {
            rest = "?" + PercentEncoding.part(bytes[(question + 1)...], allowing: ":@/?") + rest
            bytes = bytes[..<question]
        }
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) {
            scheme = String(decoding: bytes[...colon], as: UTF8.self)
            bytes = bytes[(colon + 1)...]
        }
        if bytes.starts(with: "//".utf8) {
            bytes = bytes.dropFirst(2)
            let end = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
            authority = Self.authority(bytes[..<end])
            bytes = bytes[end...]
        }
        path = PercentEncoding.part(bytes, allowing: ":@/")
        if authority != nil { path = Self.withoutDotSegments(path) }
    }

    var text: String { scheme + (authority.map { "//" + $0 } ?? "") + path + rest }

    /// RFC 3986 §3.1.
    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy {
            isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Brackets stand around an IP address only.
    private static func authority(_ bytes: ArraySlice<UInt8>) -> String {
        var user = ""
        var host = bytes
        if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
            user = PercentEncoding.part(bytes[..<at], allowing: ":") + "@"
            host = bytes[(at + 1)...]
        }
        let isAddress = host.first == UInt8(ascii: "[")
        return user + PercentEncoding.part(host, allowing: isAddress ? ":[]" : ":")
    }

    private static func withoutDotSegments(_ path: String) -> String {
        let bytes = path.utf8
        guard zip(bytes, bytes.dropFirst()).contains(where: { $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: ".") })
        else {
            return path
        }
        var kept: [Substring] = []
        var isFolder = false
        for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            isFolder = segment == "." || segment == ".."
            if segment == ".." {
                _ = kept.popLast()
            } else if segment != "." {
                kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/") + (isFolder && !kept.isEmpty ? "/" : "")
    }
}

extension String {
    /// Whether nothing in it needs a closer look, as in most: no byte has to be encoded, or may be there, and no
    /// segment begins with a dot.
    fileprivate var isPlainAddress: Bool {
        var last: UInt8 = 0
        return utf8.allSatisfy { byte in
            defer { last = byte }
            return byte.isPlainInAddress && !(byte == UInt8(ascii: ".") && last == UInt8(ascii: "/"))
        }
    }

    /// Whether the text begins as an http or https URL does; the scheme's case does not count (RFC 3986 §3.1).
    package var isHTTPAddress: Bool {
        let scheme = prefix { $0 != ":" }
        return ["http", "https"].contains(scheme.lowercased()) && dropFirst(scheme.count).hasPrefix("://")
    }
}

extension UInt8 {
    /// Unreserved, a sub-delimiter, or one of the signs between parts that mean the same wherever they are (RFC 3986
    /// §2).
    fileprivate var isPlainInAddress: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x24, 0x26...0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x5F, 0x7E: true
        default: false
        }
    }
}
