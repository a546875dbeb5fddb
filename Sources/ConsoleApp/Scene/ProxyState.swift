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
    /// A program whose calls it has sent.
    struct Tool: Hashable {
        /// With its last process.
        var caller: Caller
        var calls = 0
    }

    /// In the order of their first calls, so that a new one moves no other.
    private(set) var tools: [Tool] = []

    /// Counts a call that begins.
    mutating func count(_ facts: RequestFacts) {
        guard let caller = facts.label?.caller else { return }
        let index = tools.firstIndex { $0.caller.name == caller.name } ?? tools.endIndex
        if index == tools.endIndex { tools.append(Tool(caller: caller)) }
        tools[index].caller = caller
        tools[index].calls += 1
    }

    mutating func forget(_ caller: Caller) { tools.removeAll { $0.caller.name == caller.name } }

    /// `proxy · 3 tools`.
    var words: String { "proxy · \(tools.count == 1 ? "1 tool" : "\(tools.count) tools")" }
}
