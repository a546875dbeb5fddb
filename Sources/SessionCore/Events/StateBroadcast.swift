import Synchronization

/// Hands the states of one session to every subscriber, each once, in order.
final class StateBroadcast: Sendable {
    private struct Contents {
        var state = SessionState.unknown
        var subscribers: [AsyncStream<SessionState>.Continuation] = []
    }

    private let contents = Mutex(Contents())

    func post(_ state: SessionState) {
        contents.withLock { contents in
            guard contents.state != state else { return }
            contents.state = state
            contents.subscribers.removeAll { subscriber in
                if case .terminated = subscriber.yield(state) { true } else { false }
            }
        }
    }

    /// The present state, then each that follows; a slow subscriber gets only the latest.
    func states() -> AsyncStream<SessionState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            contents.withLock { contents in
                continuation.yield(contents.state)
                contents.subscribers.append(continuation)
            }
        }
    }

    /// Ends every stream.
    func finish() {
        for subscriber in contents.withLock(\.subscribers) { subscriber.finish() }
    }
}
