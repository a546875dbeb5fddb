extension HeadFields {
    /// What describes the body's framing or its receiver, whatever `Connection` says of it.
    private static let kept = ["content-length", "transfer-encoding", "host"]
    private static let ofConnection = ["Connection", "Proxy-Connection", "Keep-Alive", "TE", "Proxy-Authorization"]

    /// Removes what concerns one connection alone and not the whole way (RFC 9110 §7.6.1), but for an upgrade to
    /// WebSocket, which both sides must hear of.
    ///
    /// The body is copied with its chunks, so what names them stays.
    package mutating func removeConnectionFields() {
        let named = members(of: "Connection").filter { !Self.kept.contains($0) }
        let upgrades = named.contains("upgrade") && members(of: "Upgrade") == ["websocket"]
        remove(named.filter { !upgrades || $0 != "upgrade" } + Self.ofConnection + (upgrades ? [] : ["Upgrade"]))
        if upgrades { add("Connection", "Upgrade") }
    }
}
