import FoundationEssentials
import SessionHTTP

/// What a URL leads to: its origin and its path (RFC 3986 §6.2.2).
enum Place {
    static func path(_ url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }

    /// Of a URL of an app's own scheme, the scheme alone.
    static func text(_ url: URL) -> String {
        Origin(url).map { "\($0)\(path(url))" } ?? url.scheme ?? ""
    }

    static func id(_ url: URL) -> SecretID { SecretID(of: text(url)) }
}
