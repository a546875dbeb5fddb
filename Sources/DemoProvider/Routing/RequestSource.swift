import FoundationEssentials
import HTTPServer
import JOSE

/// Distinguishes requests of this machine's programs and pages from those that a foreign web page makes a browser send.
enum RequestSource {
    /// Whether the request names this server by one of its own addresses.
    ///
    /// A page whose host name was pointed at 127.0.0.1 (DNS rebinding) still sends its own name.
    static func isAddressed(_ request: ServerRequest, to origin: String) -> Bool {
        guard let host = request.headers["Host"]?.lowercased() else { return false }
        return authorities(of: origin).contains(host)
    }

    /// Whether a browser sent it for a page of another origin.
    static func isCrossOrigin(_ request: ServerRequest, to origin: String) -> Bool {
        guard let sender = request.headers["Origin"]?.lowercased() else {
            return request.headers["Sec-Fetch-Site"]?.lowercased() == "cross-site"
        }
        return !authorities(of: origin).contains { sender == "http://\($0)" }
    }

    private static func authorities(of origin: String) -> [String] {
        let port = URL(string: origin)?.port ?? 80
        return ["127.0.0.1", "localhost", "[::1]"].flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] }
    }
}

extension ServerResponse {
    static let misdirected = ServerResponse.json(
        ["error": "misdirected_request", "error_description": "the Host field names another server"], status: 421)

    static let crossOrigin = ServerResponse.json(
        ["error": "forbidden", "error_description": "a page of another origin may not use the control URL"], status: 403
    )
}
