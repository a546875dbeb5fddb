import Addresses
import FoundationEssentials

/// The URL for which another program asks a token.
enum AskedURL {
    /// `nil` for a text of another scheme, and for one whose host has in it what no host has: two readers would find
    /// two hosts there.
    static func url(_ text: String) -> URL? {
        guard let start = text.firstRange(of: "://"), ["http", "https"].contains(text[..<start.lowerBound]) else {
            return nil
        }
        let rest = text[start.upperBound...]
        let host = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") })
        return isHost(host) ? URL(given: text) : nil
    }

    /// Whether a text may be a host with a port: it has nothing in it that ends a host or stands before one.
    static func isHost(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !#"/?#@\%"#.utf8.contains($0) }
    }
}
