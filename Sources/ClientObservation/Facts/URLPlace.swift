import Addresses
import FoundationEssentials
import SessionHTTP

/// What a URL leads to: its origin and its path, so that equal places have equal texts (RFC 3986 §6.2.2, §6.2.3).
enum URLPlace {
    static func path(_ url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : normalized(path)
    }

    /// The origin of a URL; a WebSocket begins as a request of http (RFC 6455 §3).
    static func origin(_ url: URL) -> Origin? {
        guard let scheme = url.scheme?.lowercased(), scheme == "ws" || scheme == "wss",
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return Origin(url) }
        parts.scheme = scheme == "wss" ? "https" : "http"
        return parts.url.flatMap { Origin($0) }
    }

    /// Of a URL of an app's own scheme, the scheme alone.
    static func text(_ url: URL) -> String {
        origin(url).map { "\($0)\(path(url))" } ?? url.scheme ?? ""
    }

    static func id(_ url: URL) -> SecretID { SecretID(of: text(url)) }

    /// A URL that a message names, with its query, to be compared with another; as it is where it is none.
    static func normalized(url text: String) -> String {
        guard let url = URL(given: text), let origin = Origin(url) else { return text }
        let query = url.query(percentEncoded: true).map { "?" + withEqualEscapes($0) } ?? ""
        return "\(origin)\(path(url))\(query)"
    }

    /// Without dot segments, which change what it leads to only where a client resolves them.
    private static func normalized(_ path: String) -> String {
        let path = withEqualEscapes(path)
        guard path.contains("/."), let plain = URL(given: "http://localhost\(path)") else { return path }
        return plain.path(percentEncoded: true)
    }

    /// Unreserved characters as they are, and all other escapes in upper case.
    private static func withEqualEscapes(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var rest = text.utf8[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.count >= 2
            else {
                bytes.append(byte)
                continue
            }
            bytes += isUnreserved(value) ? [value] : [byte] + rest.prefix(2).map { $0 >= 0x61 ? $0 - 0x20 : $0 }
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// RFC 3986 §2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }
}
