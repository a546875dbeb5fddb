import SessionCore

/// An address on this machine, and the API that it leads to.
package struct ProxyRoute: Sendable, Hashable {
    /// With its key: who knows it can use the token.
    package let address: String
    package let origin: String

    package init(address: String, origin: String) { (self.address, self.origin) = (address, origin) }
}

/// The proxy of a session, which gives other programs' calls its token.
struct ProxyState: Sendable, Hashable {
    /// Empty while it is being opened.
    var routes: [ProxyRoute] = []
    /// Whether another program has the profile's own addresses.
    var isBesideAnother = false
    /// The programs whose calls it has sent.
    private(set) var tools: Set<String> = []
    private(set) var callCount = 0

    /// Counts a call that begins.
    mutating func count(_ facts: RequestFacts) {
        guard let caller = facts.label?.caller else { return }
        callCount += 1
        tools.insert(caller.name)
    }

    /// `proxy · 3 tools`.
    var words: String { "proxy · \(tools.count == 1 ? "1 tool" : "\(tools.count) tools")" }
}
