import Addresses
import FoundationEssentials
import Relay
package import SessionCore

/// Who may pass the proxy, and to where: a port that adds tokens is a token for whoever reaches it.
///
/// A browser reaches it, too, and is kept out by its own fields; other programs by a key that only their user knows.
package struct ProxyGate: Sendable {
    /// A request that may pass.
    struct Admission: Sendable {
        let origin: Origin
        /// As it came, without the key.
        let target: String
        let url: URL
        /// What stands here before the API's paths: the key's segment.
        var prefix = ""
        /// Whether only some methods and paths may pass, and no field may make others of them.
        var isLimited = false
    }

    /// How a request names the API that it is for.
    package enum Entrance: Sendable {
        /// By a key at the beginning of its path, which only this user's programs know.
        case keys([(key: String, origin: Origin)])
        /// By its `Host`, through a socket that is its user's own.
        case hosts([Origin])
        /// By its own URL, as a program asks any proxy.
        case ownURLs
    }

    private let entrance: Entrance
    /// What may pass; nothing is everything.
    private let rules: [ProxyRule]
    private let refusal: @Sendable (Caller?) -> ProxyRefusal?

    /// `refusal` is why a program may not pass, whatever it knows.
    package init(
        _ entrance: Entrance, only rules: [ProxyRule] = [],
        refusing refusal: @escaping @Sendable (Caller?) -> ProxyRefusal? = { _ in nil }
    ) {
        (self.entrance, self.rules, self.refusal) = (entrance, rules, refusal)
    }

    /// Throws the answer that a request gets which may not pass.
    ///
    /// `named` is the server that it asks for where it names that itself.
    func admit(
        _ request: RequestHead, to named: Origin? = nil, from caller: Caller? = nil
    ) throws(ProxyRefusal) -> Admission {
        if let refusal = refusal(caller) { throw refusal }
        guard request.method != "CONNECT" else { throw .tunnel }
        guard request.target.utf8.first == UInt8(ascii: "/") else { throw .target }
        guard !request.fields.fields.contains(where: \.isFolded) else { throw .folded }
        try checkSender(request, named)
        let (origin, target, prefix) = try destination(of: request, named)
        let path = JudgedPath(String(target.utf8.prefix { $0 != UInt8(ascii: "?") }) ?? target)
        guard !path.hasDotSegments, !target.utf8.contains(UInt8(ascii: "#")), let url = URL(given: "\(origin)\(target)")
        else {
            throw .target
        }
        guard rules.isEmpty || rules.contains(where: { $0.admits(request.method, path) }) else {
            throw .notOnly(method: request.method)
        }
        return Admission(origin: origin, target: target, url: url, prefix: prefix, isLimited: !rules.isEmpty)
    }

    /// A page in a browser can send a request here, and can't keep these fields from it (Fetch §2.2.2, §3.2).
    private func checkSender(_ request: RequestHead, _ named: Origin?) throws(ProxyRefusal) {
        let site = request.fields.members(of: "Sec-Fetch-Site")
        guard !request.fields.contains("Origin"), site.allSatisfy({ $0 == "none" }) else { throw .browser }
        // A name of the page's own can lead to this address (DNS rebinding).
        let hosts = request.fields.values(of: "Host")
        guard hosts.count == 1, let host = hosts.first?.lowercased(), names(host, named) else { throw .host }
    }

    private func names(_ host: String, _ named: Origin?) -> Bool {
        switch entrance {
        case .keys: ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix("\($0):") }
        case .hosts(let origins): origins.contains { $0.isNamed(host) }
        case .ownURLs: named?.isNamed(host) ?? false
        }
    }

    private func destination(
        of request: RequestHead, _ named: Origin?
    ) throws(ProxyRefusal) -> (Origin, String, prefix: String) {
        switch entrance {
        case .keys(let routes):
            let rest = request.target.dropFirst()
            let key = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
            let target = rest[key.endIndex...]
            guard let origin = routes.first(where: { $0.key.isSameSecret(as: key) })?.origin else { throw .key }
            return (origin, target.hasPrefix("/") ? String(target) : "/" + target, "/\(key)")
        case .hosts(let origins):
            let host = request.fields["Host"]?.lowercased() ?? ""
            guard let origin = origins.first(where: { $0.isNamed(host) }) else { throw .host }
            return (origin, request.target, "")
        case .ownURLs:
            guard let named else { throw .host }
            return (named, request.target, "")
        }
    }
}

extension ProxyGate.Admission {
    /// Where a redirect leads, by way of the proxy as long as it stays at the API: a client that followed it past the
    /// proxy would have no token.
    func location(_ value: String) -> String {
        if value.hasPrefix("/"), !value.hasPrefix("//") { return prefix + value }
        guard !prefix.isEmpty, let url = URL(given: value), Origin(url) == origin,
            let start = value.firstRange(of: "//")?.upperBound
        else { return value }
        let rest = value[start...].drop { !"/?#".contains($0) }
        return prefix + (rest.hasPrefix("/") ? "" : "/") + rest
    }
}

extension String {
    /// Compares all of both, whatever differs: the time tells nothing of the secret.
    fileprivate func isSameSecret(as other: Substring) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Origin {
    /// Whether a `Host` field names it, in lower case; through a socket its port may be left out or be that of `http`.
    fileprivate func isNamed(_ field: String) -> Bool {
        let name = host.contains(":") ? "[\(host)]" : host
        return field == authority || field == name || field == "\(name):\(port)"
    }
}
