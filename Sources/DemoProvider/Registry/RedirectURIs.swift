import JOSE

/// The redirect URIs of a client; a port of this machine may be any (RFC 8252 §7.3).
struct RedirectURIs: Sendable {
    /// Those of the announced clients, which have no port to compare.
    static let announced = RedirectURIs(
        ["http://127.0.0.1", "http://[::1]"].flatMap { host in ["/", "/callback", "/signed-out"].map { host + $0 } },
        words: "http://127.0.0.1:PORT and http://[::1]:PORT with the path /, /callback or /signed-out")

    private let registered: [String]
    private let anyPort: Bool
    /// The registered URIs in words.
    let words: String

    /// With `anyPort` false, the port of a loopback URI is compared like all else.
    init(_ registered: [String], anyPort: Bool = true, words: String? = nil) {
        self.registered = registered
        self.anyPort = anyPort
        self.words = words ?? registered.map(ErrorAnswer.quoted).joined(separator: ", ")
    }

    func contains(_ uri: String) -> Bool {
        let general = anyPort ? Self.withoutPort(uri) : nil
        return registered.contains { own in
            own.hasSameBytes(as: uri) || general.map { Self.withoutPort(own)?.hasSameBytes(as: $0) == true } ?? false
        }
    }

    /// The source that a Content-Security-Policy must allow for the redirect after a form.
    ///
    /// IPv6 addresses can't be a host source.
    static func contentSecuritySource(of uri: String) -> String {
        guard let start = uri.firstRange(of: "://")?.upperBound else { return uri.prefix { $0 != ":" } + ":" }
        let end = uri[start...].firstIndex { "/?".contains($0) } ?? uri.endIndex
        return uri[start...].hasPrefix("[") ? "http:" : String(uri[..<end])
    }

    /// An http URI to a loopback address without its port, and with a path; `nil` for any other URI.
    static func withoutPort(_ uri: String) -> String? {
        for host in ["http://127.0.0.1", "http://[::1]", "http://localhost"] where uri.hasPrefix(host) {
            var rest = uri.dropFirst(host.count)
            if rest.hasPrefix(":") {
                let port = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                guard let number = UInt16(port), number > 0 else { return nil }
                rest = rest.dropFirst(1 + port.count)
            }
            guard rest.hasPrefix("/") || rest.isEmpty else { return nil }
            return host + (rest.isEmpty ? "/" : rest)
        }
        return nil
    }
}
