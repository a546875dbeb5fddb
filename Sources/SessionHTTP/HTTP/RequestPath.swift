package import FoundationEssentials

/// What a request names of a URL's server, by which resources are told apart, and which events and diagrams show.
package enum RequestPath {
    package static func of(_ url: URL) -> String { of(url.absoluteString) }

    /// The path as it is sent: with its escapes and its last slash; the whole text where it is no URL.
    package static func of(_ url: String) -> String {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return url }
        let path = url[colon...].dropFirst(3).drop { !"/?#".contains($0) }.prefix { !"?#".contains($0) }
        return path.isEmpty ? "/" : String(path)
    }
}
