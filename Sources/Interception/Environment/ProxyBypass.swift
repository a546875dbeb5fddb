/// The value of `NO_PROXY`: hosts that are reached without a proxy.
///
/// No standard describes it. Entries are between commas or blanks; most programs know `*`, names that stand for their
/// sub-domains, too, with or without a dot in front, and addresses; some know ports and networks as `10.0.0.0/8`.
struct ProxyBypass: Sendable, Hashable {
    let entries: [String]

    init(_ text: String) {
        entries = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }

    private init(entries: [String]) { self.entries = entries }

    /// Without the entries that name a watched host in any program's reading, alone or among others.
    func without(_ hosts: WatchList) -> Self {
        Self(entries: hosts.isOfAll ? [] : entries.filter { entry in !hosts.hosts.contains { Self.covers(entry, $0) } })
    }

    /// `nil` where nothing is left.
    var text: String? { entries.isEmpty ? nil : entries.joined(separator: ",") }

    /// Java's form (`http.nonProxyHosts`), with `*` at an end for sub-domains; it knows no networks.
    var javaText: String {
        entries.flatMap { entry -> [String] in
            guard !entry.contains("/") else { return [] }
            guard case .name(let name)? = try? WatchedHost(Self.bare(entry)) else {
                return entry == "*" ? ["*"] : (try? WatchedHost(entry)).map { [Self.java($0)] } ?? []
            }
            return [name, "*.\(name)"]
        }.joined(separator: "|")
    }

    private static func java(_ host: WatchedHost) -> String {
        if case .address(let bytes) = host, bytes.count == 16 { "[\(host)]" } else { "\(host)" }
    }

    private static func covers(_ entry: String, _ host: WatchedHost) -> Bool {
        if entry == "*" { return true }
        switch host {
        case .name(let name):
            guard case .name(let suffix)? = try? WatchedHost(bare(entry)) else { return false }
            return name == suffix || name.hasSuffix("." + suffix)
        case .address(let address):
            let parts = entry.split(separator: "/", maxSplits: 1)
            if parts.count == 2, let length = Int(parts[1]),
                case .address(let base)? = try? WatchedHost(String(parts[0]))
            {
                return base.count == address.count && sharePrefix(base, address, bits: length)
            }
            return (try? WatchedHost(entry)) == host || (try? WatchedHost(bare(entry))) == host
        }
    }

    /// Without a port, and without `*.` or a dot in front.
    private static func bare(_ entry: String) -> String {
        var text = entry[...]
        if let colon = text.lastIndex(of: ":"),
            text.first != "[" ? text.filter({ $0 == ":" }).count == 1 : text.last != "]"
        {
            text = text[..<colon]
        }
        if text.first == "*" { text = text.dropFirst() }
        if text.first == "." { text = text.dropFirst() }
        return String(text)
    }

    private static func sharePrefix(_ one: [UInt8], _ other: [UInt8], bits: Int) -> Bool {
        zip(one, other).enumerated().allSatisfy { index, pair in
            let kept = min(8, max(0, bits - 8 * index))
            return (pair.0 ^ pair.1) >> UInt8(8 - kept) == 0 || kept == 0
        }
    }
}
