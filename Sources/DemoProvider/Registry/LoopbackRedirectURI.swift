/// The redirect URIs of a native app: http to a loopback address, any port, one path (RFC 8252 §7.3).
enum LoopbackRedirectURI {
    static let paths: Set<String> = ["/", "/callback", "/signed-out"]

    /// The registered URIs in words.
    static let registered: String = {
        let paths = Self.paths.sorted()
        let words = paths.dropLast().joined(separator: ", ") + " or " + (paths.last ?? "")
        return "http://127.0.0.1:PORT and http://[::1]:PORT with the path \(words)"
    }()

    static func isRegistered(_ uri: String) -> Bool {
        parts(of: uri).map { paths.contains(String($0.path)) } ?? false
    }

    /// The source that a Content-Security-Policy must allow for the redirect after a form.
    ///
    /// IPv6 addresses can't be a host source.
    static func contentSecuritySource(of uri: String) -> String {
        guard let parts = parts(of: uri), !parts.origin.contains("[") else { return "http:" }
        return String(parts.origin)
    }

    private static func parts(of uri: String) -> (origin: Substring, path: Substring)? {
        for host in ["http://127.0.0.1", "http://[::1]"] where uri.hasPrefix(host) {
            var rest = uri.dropFirst(host.count)
            if rest.hasPrefix(":") {
                let port = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                guard let number = UInt16(port), number > 0 else { return nil }
                rest = rest.dropFirst(1 + port.count)
            }
            guard rest.hasPrefix("/") || rest.isEmpty else { return nil }
            return (uri[..<rest.startIndex], rest.isEmpty ? "/" : rest)
        }
        return nil
    }
}
