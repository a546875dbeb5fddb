import Addresses
import FoundationEssentials

/// Where the session's token may go: the configured origins, by TLS or within this machine.
struct BearerOrigins: Sendable {
    private let origins: Set<Origin>
    private let allowsPlainHTTP: Bool
    /// What the URLs of those origins begin with as they are usually written.
    private let prefixes: [String]

    init(_ urls: [URL], allowingPlainHTTP allowsPlainHTTP: Bool) {
        let origins = Set(urls.compactMap { Origin($0) })
        self.origins = origins
        self.allowsPlainHTTP = allowsPlainHTTP
        prefixes = origins.filter { $0.isPrivate || allowsPlainHTTP }.compactMap { origin in
            let prefix = "\(origin)/"
            return URL(given: prefix).flatMap { Origin($0) } == origin ? prefix : nil
        }
    }

    /// Throws unless the token may go along with that request: to its URL, and to no other name there.
    func check(_ request: HTTPRequest) throws(SessionError) {
        try check(request.url)
        // A server or proxy may serve many names at one address, each with an owner of its own.
        for host in request.headers.values(of: "Host") where Origin(request.url)?.isNamed(by: host) != true {
            throw .originNotAllowed(host)
        }
    }

    /// Throws unless the token may go to that URL.
    func check(_ url: URL) throws(SessionError) {
        // The slash ends the authority (RFC 3986 §3.2): what begins so leads nowhere else.
        let text = url.absoluteString
        if prefixes.contains(where: { text.hasPrefix($0) }) { return }
        let origin = Origin(url)
        guard let origin, origins.contains(origin) else {
            let place = origin?.description ?? Redaction.url(url)
            throw url.scheme == nil ? .relativeURL(place) : .originNotAllowed(place)
        }
        guard origin.isPrivate || allowsPlainHTTP else { throw .insecureURL(Redaction.url(url)) }
    }
}

extension Origin {
    /// Whether what is sent there is unreadable on the way.
    fileprivate var isPrivate: Bool { isSecure || isLoopback }

    /// Whether a `Host` field names this origin (RFC 9110 §7.2).
    fileprivate func isNamed(by field: String) -> Bool {
        let name = host.contains(":") ? "[\(host)]" : host
        let field = field.lowercased()
        return field == "\(name):\(port)" || field == name && port == (isSecure ? 443 : 80)
    }
}
