package import FoundationEssentials
import Synchronization

/// Where the session's token may go: the configured origins, or paths of theirs, by TLS or within this machine.
package struct BearerOrigins: Sendable {
    private let origins: Set<Origin>
    private let allowsPlainHTTP: Bool
    /// The origins with their paths, where the token is kept to these; `nil` where it is not.
    private let places: [(origin: Origin, path: JudgedPath)]?
    /// Callers send to the same URL again and again, and to read it anew each time takes a fiftieth of a request.
    private let lastPassed = LastURL()

    init(_ urls: [URL], allowingPlainHTTP allowsPlainHTTP: Bool, keepingToPaths keepsToPaths: Bool = false) {
        origins = Set(urls.compactMap { Origin($0) })
        self.allowsPlainHTTP = allowsPlainHTTP
        places = keepsToPaths ? urls.compactMap { url in Origin(url).map { ($0, url.place) } } : nil
    }

    /// Throws unless the token may go along with a request: to its URL, and to no other name there.
    func check(_ url: URL, _ headers: HTTPHeaders) throws(SessionError) {
        try check(url)
        // A server or proxy may serve many names at one address, each with an owner of its own.
        for host in headers.values(of: "Host") where Origin(url)?.isNamed(by: host) != true {
            throw .originNotAllowed(host)
        }
        guard places != nil, let other = headers.fields.first(where: { OverridingField.changesPath($0.name) })
        else { return }
        throw .originNotAllowed("\(other.name): \(other.value)")
    }

    /// Throws unless the token may go to that URL.
    package func check(_ url: URL) throws(SessionError) {
        let text = url.absoluteString
        guard !lastPassed.isSame(text) else { return }
        try judge(url)
        lastPassed.remember(text)
    }

    private func judge(_ url: URL) throws(SessionError) {
        let origin = try Self.origin(of: url)
        guard origins.contains(origin) else { throw .originNotAllowed(origin.description) }
        guard origin.isPrivate || allowsPlainHTTP else { throw .insecureURL(Redaction.url(url)) }
        guard let places else { return }
        let path = JudgedPath(url.path(percentEncoded: true))
        guard places.contains(where: { $0 == origin && path.lies(within: $1) }) else {
            throw .originNotAllowed("\(origin)\(url.path(percentEncoded: true))")
        }
    }

    /// The origin of a URL that can be sent to at all.
    static func origin(of url: URL) throws(SessionError) -> Origin {
        if let origin = Origin(url) { return origin }
        let isOfHTTP = url.scheme.map { ["http", "https"].contains($0.lowercased()) } ?? true
        throw isOfHTTP ? .relativeURL(Redaction.url(url)) : .originNotAllowed(Redaction.url(url))
    }

    /// Where a redirect within its origin may take the token along; `nil` where that is everywhere.
    var redirectRule: (@Sendable (URL) -> Bool)? {
        guard places != nil else { return nil }
        return { url in
            do throws(SessionError) { try check(url) } catch { return false }
            return true
        }
    }
}

/// The URL that was the last to pass a check.
private final class LastURL: Sendable {
    private let text = Mutex("")

    func isSame(_ other: String) -> Bool { text.withLock { $0 == other } }

    func remember(_ passed: String) { text.withLock { $0 = passed } }
}

extension BearerOrigins {
    /// Where the tokens of that client's sessions may go.
    package init(of client: ClientConfiguration) {
        self.init(
            client.apis, allowingPlainHTTP: client.allowsPlainHTTP, keepingToPaths: client.keepsTokenToPaths)
    }
}

extension URL {
    /// The path, without a slash at its end, and all below it.
    fileprivate var place: JudgedPath {
        let path = path(percentEncoded: true)
        return JudgedPath(path.hasSuffix("/") ? String(path.dropLast()) : path)
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
