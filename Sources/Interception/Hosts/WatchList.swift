/// The hosts that are watched, at least one.
package struct WatchList: Sendable, Hashable {
    /// In the order in which they were named, each once.
    package let hosts: [WatchedHost]

    /// Throws for the first text that names no host, and ``HostFlaw/empty`` where there is none at all.
    package init(_ texts: [String]) throws(HostFlaw) {
        var hosts: [WatchedHost] = []
        for text in texts {
            let host = try WatchedHost(text)
            if !hosts.contains(host) { hosts.append(host) }
        }
        guard !hosts.isEmpty else { throw .empty }
        self.hosts = hosts
    }

    /// The watched host that this text names, in whatever spelling; `nil` for every other one.
    ///
    /// A sub-domain of a watched name is another host.
    package func host(named text: String) -> WatchedHost? {
        guard let host = try? WatchedHost(text), hosts.contains(host) else { return nil }
        return host
    }

    var names: [String] {
        hosts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    var addresses: [[UInt8]] {
        hosts.compactMap { if case .address(let bytes) = $0 { bytes } else { nil } }
    }
}
