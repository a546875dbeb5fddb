import Addresses
import FoundationEssentials
import SessionCore

/// A redirect URI in its parts: the host and port to listen on, and the path to answer.
struct RedirectAddress: Sendable {
    enum Host: String, Sendable {
        case ipv4 = "127.0.0.1"
        case ipv6 = "[::1]"
        /// RFC 8252 §8.3 advises against the name, but some clients are registered with it. It listens on 127.0.0.1.
        case name = "localhost"
    }

    let host: Host
    /// 0 means any free port.
    let port: UInt16
    /// As written in the URI.
    private let encodedPath: String
    /// Decoded, for comparison with the path of a request.
    let path: String

    static let anyPort = RedirectAddress(host: .ipv4, port: 0, path: "/callback")

    /// The path must have no character that needs encoding.
    private init(host: Host, port: UInt16, path: String) {
        (self.host, self.port, self.path, encodedPath) = (host, port, path, path)
    }

    init(_ uri: URL) throws(SessionError) {
        func invalid(_ reason: String) -> SessionError {
            .invalidConfiguration(setting: .redirectURI, reason: "\(uri.absoluteString) \(reason)")
        }
        guard uri.scheme?.lowercased() == "http" else { throw invalid("is not an http URL on this machine") }
        guard let origin = Origin(uri),
            let host = Host(rawValue: origin.host.contains(":") ? "[\(origin.host)]" : origin.host)
        else { throw invalid("is not on 127.0.0.1, [::1] or localhost, where a terminal program can listen") }
        guard uri.query == nil, uri.fragment == nil else {
            throw invalid("has a query or a fragment, which would mix with the parameters of the response")
        }
        guard let port = UInt16(exactly: uri.port ?? 0) else { throw invalid("has no valid port") }
        self.host = host
        self.port = port
        let encodedPath = uri.path(percentEncoded: true)
        self.encodedPath = encodedPath.isEmpty ? "/" : encodedPath
        path = encodedPath.isEmpty ? "/" : uri.path(percentEncoded: false)
    }

    func text(port: UInt16) -> String { "http://\(host.rawValue):\(port)\(encodedPath)" }

    /// The URI with the port that is listened on.
    func uri(port: UInt16) throws(SessionError) -> URL {
        let text = text(port: port)
        guard let uri = URL(given: text) else {
            throw .invalidConfiguration(setting: .redirectURI, reason: "\(text) is not a URL")
        }
        return uri
    }
}
