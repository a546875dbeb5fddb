/// The open connections of a daemon.
///
/// libmicrohttpd accepts no more than its limit until one is closed: silent ones would keep all others out.
struct OpenConnections {
    /// A connection on which no request is being answered.
    private struct Waiting {
        let id: UInt
        let socket: CInt
        /// Whether a request has been answered on it.
        var hasBeenUsed = false
    }

    private let limit: Int
    private var sockets: [UInt: CInt] = [:]
    /// The longest waiting first.
    private var waiting: [Waiting] = []

    init(limit: Int) { self.limit = limit }

    /// Adds a connection, and returns the socket to close so that there is room for another one.
    mutating func open(_ id: UInt, _ socket: CInt) -> CInt? {
        defer {
            sockets[id] = socket
            waiting.append(Waiting(id: id, socket: socket))
        }
        guard sockets.count + 1 >= limit else { return nil }
        // A client that has been answered before is more likely to go on.
        guard let index = waiting.firstIndex(where: { !$0.hasBeenUsed }) ?? waiting.indices.first else { return nil }
        return waiting.remove(at: index).socket
    }

    mutating func close(_ id: UInt) {
        sockets[id] = nil
        waiting.removeAll { $0.id == id }
    }

    /// A request has come whole: its connection stays open until it is answered.
    mutating func beginAnswer(on id: UInt) { waiting.removeAll { $0.id == id } }

    mutating func endAnswer(on id: UInt) {
        guard let socket = sockets[id], !waiting.contains(where: { $0.id == id }) else { return }
        waiting.append(Waiting(id: id, socket: socket, hasBeenUsed: true))
    }
}
