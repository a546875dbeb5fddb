import SessionHTTP

/// The results of each open connection's TLS handshake; used on the transfer thread only.
///
/// libcurl reports them only to the transfer that opened the connection, so they are kept for those that reuse it.
final class Handshakes {
    /// The addresses and ports of both ends, which identify an open connection.
    struct Connection: Hashable {
        let localAddress: String
        let localPort: Int
        let remoteAddress: String
        let remotePort: Int
    }

    /// How many are kept; the connections of older ones are most likely closed.
    private static let limit = 1024

    private var facts: [Connection: TLSFacts] = [:]
    private var order: [Connection] = []

    subscript(connection: Connection) -> TLSFacts? { facts[connection] }

    /// Replaces the handshake of an earlier connection with the same ends.
    func remember(_ handshake: TLSFacts, of connection: Connection) {
        guard facts.updateValue(handshake, forKey: connection) == nil else { return }
        order.append(connection)
        guard order.count > Self.limit else { return }
        for old in order.prefix(Self.limit / 2) { facts[old] = nil }
        order.removeFirst(Self.limit / 2)
    }
}
