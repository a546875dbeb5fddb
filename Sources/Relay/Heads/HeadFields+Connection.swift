extension HeadFields {
    /// What describes the body's framing or its receiver, whatever `Connection` says of it.
    private static let kept = ["content-length", "transfer-encoding", "host"]
    private static let ofConnection = ["Connection", "Proxy-Connection", "Keep-Alive", "TE", "Proxy-Authorization"]

    /// Removes what concerns one connection alone and not the whole way (RFC 9110 §7.6.1), but for an upgrade to
    /// another protocol (§7.8): `kubectl exec` and `docker attach` go on in one, and the server decides.
    ///
    /// The body is copied with its chunks, so what names them stays.
    package mutating func removeConnectionFields() {
        let named = members(of: "Connection").filter { !Self.kept.contains($0) }
        let upgrades = named.contains("upgrade") && !members(of: "Upgrade").isEmpty
        let passed = upgrades ? named.filter(Self.ofUpgrade.contains) : []
        remove(named.filter { !passed.contains($0) } + Self.ofConnection + (upgrades ? [] : ["Upgrade"]))
        if upgrades { add("Connection", passed.joined(separator: ", ")) }
    }

    /// What an upgrade needs, of the fields that `Connection` names (RFC 7540 §3.2.1).
    private static let ofUpgrade = ["upgrade", "http2-settings"]
}
