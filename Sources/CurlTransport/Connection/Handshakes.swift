import SessionCore

/// What was agreed on when each open connection was made; for the transfer thread only.
///
/// libcurl tells it to the transfer that made the connection and to no other, so it is kept for those that reuse it.
final class Handshakes {
    /// Addresses and ports of both ends, of which no two open connections share all.
    struct Connection: Hashable {
        let localAddress: String
        let localPort: Int
        let remoteAddress: String
        let remotePort: Int
    }

    /// More than that are not kept: the oldest connections are most likely closed.
    private static let limit = 1024

    private var facts: [Connection: TLSFacts] = [:]
    private var order: [Connection] = []

    subscript(connection: Connection) -> TLSFacts? { facts[connection] }

    /// Replaces what was known of an earlier connection with the same ends.
    func remember(_ handshake: TLSFacts, of connection: Connection) {
        guard facts.updateValue(handshake, forKey: connection) == nil else { return }
        order.append(connection)
        guard order.count > Self.limit else { return }
        for old in order.prefix(Self.limit / 2) { facts[old] = nil }
        order.removeFirst(Self.limit / 2)
    }
}
