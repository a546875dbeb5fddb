package import Interception
package import SessionHTTP

/// The server that a request to a proxy names, whatever the spelling.
package struct ServerName: Sendable, Hashable {
    package let host: WatchedHost
    package let port: Int

    /// Reads `host:port`; an IPv6 address may have brackets, and has none from Python.
    init?(_ text: Substring, defaultPort: Int? = nil) {
        let bytes = text.utf8
        var name = text
        var port = defaultPort
        if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), bytes.last != UInt8(ascii: "]") {
            let digits = text[bytes.index(after: colon)...]
            guard digits.utf8.first != UInt8(ascii: "+"), let number = UInt16(digits), number > 0 else { return nil }
            (name, port) = (text[..<colon], Int(number))
        }
        guard let port, let host = try? WatchedHost(String(name)) else { return nil }
        (self.host, self.port) = (host, port)
    }

    package func origin(_ scheme: String) -> Origin { Origin(scheme: scheme, host: "\(host)", port: port) }
}

/// A target that is a whole URL, as programs send it to a proxy (RFC 9112 §3.2.2).
package struct AbsoluteTarget: Sendable, Hashable {
    package let scheme: String
    package let server: ServerName
    /// Path and query, or `*`, as the server itself is to get them.
    package let rest: String
}

extension RequestHead {
    /// The server that a `CONNECT` names.
    package var tunnelTarget: ServerName? { ServerName(target[...]) }

    /// `nil` for a target of another form, or a URL of another scheme; a user in it is left out.
    package var absoluteTarget: AbsoluteTarget? {
        for (scheme, port) in [("http", 80), ("https", 443)] {
            guard target.utf8.prefix(scheme.utf8.count + 3).map(\.lowercased).elementsEqual("\(scheme)://".utf8) else {
                continue
            }
            let text = Substring(target.utf8.dropFirst(scheme.utf8.count + 3))
            let authority = Substring(text.utf8.prefix { !"/?#".utf8.contains($0) })
            let user = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
            let host = user.map { authority[authority.utf8.index(after: $0)...] } ?? authority
            guard let server = ServerName(host, defaultPort: port) else { return nil }
            var rest = text[authority.endIndex...]
            // RFC 9112 §3.2.4: to the last proxy, a URL without a path means the whole server.
            if rest.isEmpty { rest = method == "OPTIONS" ? "*" : "/" }
            return AbsoluteTarget(
                scheme: scheme, server: server, rest: rest.first == "/" || rest == "*" ? String(rest) : "/" + rest)
        }
        return nil
    }
}
