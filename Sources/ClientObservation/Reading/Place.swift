import FoundationEssentials
import SessionHTTP

/// What a URL leads to: its origin and its path (RFC 3986 §6.2.2).
enum Place {
    static func path(_ url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : path
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
}
