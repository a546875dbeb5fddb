/// What events and diagrams show of a URL.
package enum RequestPath {
    /// The path as it is sent: with its escapes and its last slash; the whole text where it is no URL.
    package static func of(_ url: String) -> String {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return url }
        let path = url[colon...].dropFirst(3).drop { !"/?#".contains($0) }.prefix { !"?#".contains($0) }
        return path.isEmpty ? "/" : String(path)
    }
}
