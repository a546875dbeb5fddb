import Synchronization

/// A value that is set once, and that several tasks can wait for.
final class Settlement<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [AsyncStream<Value>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Sets the value; later calls do nothing.
    func settle(_ value: Value) {
        let waiters = state.withLock { state -> [AsyncStream<Value>.Continuation] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters {
            waiter.yield(value)
            waiter.finish()
        }
    }

    /// The value, or `nil` if it was not set in time or the task was cancelled.
    func value(within limit: Duration) async -> Value? {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        let settled = state.withLock { state in
            if state.value == nil { state.waiters.append(continuation) }
            return state.value
        }
        if let settled { return settled }
        return await withTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                for await value in stream { return value }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            return await group.next() ?? nil
        }
    }
}
