import Addresses
package import FoundationEssentials

/// Where a resource may lead the client: from https to https only, and from the internet into no other network.
///
/// What a URL says is judged here; where a name leads, the transport judges by ``HTTPRequest/addresses``.
package struct Territory: Sendable, Hashable {
    /// Whether plain http is left to loopback.
    let isSecure: Bool
    /// The kinds of address that may be gone to.
    let kinds: Set<AddressKind>

    /// The territory of a resource, which answered over that connection.
    package init(of resource: URL, connection: HTTPConnectionFacts?, allowsPlainHTTP: Bool) {
        let origin = Origin(resource)
        let kind = origin.flatMap { AddressKind(host: $0.host) } ?? connection?.addressKind ?? .global
        kinds = kind.reachable
        isSecure = origin?.isSecure == true || !allowsPlainHTTP
        leadsFromHTTPS = origin?.isSecure == true
    }

    /// Whether the resource itself is reached by https: then this machine's plain http is no exception.
    private let leadsFromHTTPS: Bool

    /// Why that URL may not be gone to; `nil` if it may.
    package func flaw(of url: URL) -> AddressFlaw? {
        guard let origin = Origin(url) else { return .notHTTP }
        if url.user != nil || url.password != nil { return .hasUser }
        if url.fragment != nil { return .hasFragment }
        if let kind = AddressKind(host: origin.host), !kinds.contains(kind) { return .ofNetwork(kind) }
        if !origin.isSecure, isSecure, leadsFromHTTPS || !origin.isLoopback { return .insecure }
        return nil
    }

    /// The URL of a text, if it may be gone to; `name` is what the text is.
    package func url(_ text: String, named name: String) throws(DiscoveryFinding) -> URL {
        guard let url = URL(given: text) else { throw .badAddress(of: name, address: text, flaw: .notHTTP) }
        if let flaw = flaw(of: url) { throw .badAddress(of: name, address: text, flaw: flaw) }
        return url
    }
}
