/// The hosts that are watched: those that were named, at least one, or every one but those that were.
package struct WatchList: Sendable, Hashable {
    /// In the order in which they were named, each once; none where every host is watched.
    package let hosts: [WatchedHost]
    private let exceptions: [WatchedHost]

    /// Throws for the first text that names no host, and ``HostFlaw/empty`` where there is none at all.
    package init(_ texts: [String]) throws(HostFlaw) {
        hosts = try Self.read(texts)
        exceptions = []
        guard !hosts.isEmpty else { throw .empty }
    }

    private init(allBut exceptions: [WatchedHost]) { (hosts, self.exceptions) = ([], exceptions) }

    /// Every host but these; throws for the first text that names none.
    package static func all(but texts: [String] = []) throws(HostFlaw) -> Self { Self(allBut: try read(texts)) }

    private static func read(_ texts: [String]) throws(HostFlaw) -> [WatchedHost] {
        var hosts: [WatchedHost] = []
        for text in texts {
            let host = try WatchedHost(text)
            if !hosts.contains(host) { hosts.append(host) }
        }
        return hosts
    }

    package var isOfAll: Bool { hosts.isEmpty }

    package func contains(_ host: WatchedHost) -> Bool {
        isOfAll ? !exceptions.contains(host) : hosts.contains(host)
    }

    /// The watched host that this text names, in whatever spelling; `nil` for every other one.
    ///
    /// A sub-domain of a watched name is another host.
    package func host(named text: String) -> WatchedHost? {
        guard let host = try? WatchedHost(text), contains(host) else { return nil }
        return host
    }

    var names: [String] {
        hosts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    var addresses: [[UInt8]] {
        hosts.compactMap { if case .address(let bytes) = $0 { bytes } else { nil } }
    }
}
