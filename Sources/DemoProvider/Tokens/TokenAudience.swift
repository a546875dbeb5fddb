import JOSE

/// What an access token is for: URLs of resources, each with the paths below it (RFC 8707 §2).
struct TokenAudience: Sendable, Hashable {
    let uris: [String]

    init(_ uris: [String]) {
        self.uris = uris
    }

    /// Whether a request to this URL, without its query, may have the token.
    func covers(_ url: String) -> Bool {
        uris.contains { uri in
            let base = uri.hasSuffix("/") ? String(uri.dropLast()) : uri
            return url.hasSameBytes(as: base) || url.hasPrefix(base + "/")
        }
    }

    /// The `aud` claim (RFC 7519 §4.1.3).
    var json: JSONValue {
        uris.count == 1 ? .string(uris[0]) : .array(uris.map { .string($0) })
    }
}
