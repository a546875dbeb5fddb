import CurlTransport
import SessionHTTP

/// Two connections whose bytes pass both ways as they come, until each side has said that it sends no more.
struct BlindTunnel: ~Copyable {
    /// One direction; who doesn't read slows down who sends.
    private struct Pipe: ~Copyable {
        var inbox: Inbox
        private(set) var hasEnded = false

        init(capacity: Int) { inbox = Inbox(capacity: capacity) }

        var isReading: Bool { inbox.isEmpty && !hasEnded }
        var isOver: Bool { inbox.isEmpty && hasEnded }

        /// Whether something moved; `nil` where one of the two connections has failed.
        mutating func move(from source: any ByteStream, to sink: any ByteStream) -> Bool? {
            var hasMoved = false
            if isReading {
                switch inbox.fill(from: source) {
                case .moved: hasMoved = true
                case .waits: return false
                case .ended:
                    hasEnded = true
                    sink.endSending()
                    return true
                case .failed: return nil
                }
            }
            guard !inbox.isEmpty else { return hasMoved }
            switch sink.send(inbox.bytes) {
            case .moved(let count):
                inbox.drop(count)
                return true
            case .waits: return hasMoved
            case .ended, .failed: return nil
            }
        }
    }

    private let caller: any ByteStream
    private let server: any ByteStream
    private let relay: RelayContext
    private var up: Pipe
    private var down: Pipe

    /// Takes what of the caller's bytes came with the head out of the inbox.
    init(
        _ caller: any ByteStream, _ server: any ByteStream, inbox: inout Inbox, of relay: RelayContext
    ) {
        (self.caller, self.server, self.relay) = (caller, server, relay)
        let capacity = relay.limits.headSize
        up = Pipe(capacity: capacity)
        down = Pipe(capacity: capacity)
        swap(&up.inbox, &inbox)
    }

    mutating func run() {
        while !up.isOver || !down.isOver {
            guard let hasSent = up.move(from: caller, to: server),
                let hasReceived = down.move(from: server, to: caller)
            else { return }
            if !hasSent, !hasReceived, !wait() { return }
        }
    }

    /// Waits until something can move; `false` once nothing will.
    ///
    /// However long both are silent. A side that is wanted for nothing is watched for its end, but not while what it
    /// has sent is still to be delivered.
    private func wait() -> Bool {
        let ofCaller = interest(reading: up.isReading, writing: !down.inbox.isEmpty)
        let ofServer = interest(reading: down.isReading, writing: !up.inbox.isEmpty)
        let skipsCaller = ofCaller.isEmpty && !up.inbox.isEmpty
        let skipsServer = ofServer.isEmpty && !down.inbox.isEmpty
        let ready = Wait.on(
            (skipsCaller ? -1 : caller.descriptor, ofCaller), (skipsServer ? -1 : server.descriptor, ofServer),
            atMost: skipsCaller ? Self.patience : nil)
        guard let ready else { return skipsCaller && !relay.isStopped }
        // What a connection still has is read before its end counts.
        return !(ready.0.isDisjoint(with: ofCaller) && !ready.0.isDisjoint(with: .gone))
            && !(ready.1.isDisjoint(with: ofServer) && !ready.1.isDisjoint(with: .gone))
    }

    /// How soon it sees that the relay stops while a server takes nothing.
    private static let patience = Duration.seconds(1)

    private func interest(reading: Bool, writing: Bool) -> Interest {
        (reading ? Interest.reading : []).union(writing ? .writing : [])
    }
}
