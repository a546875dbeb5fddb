import Synchronization

/// The result of one piece of work with many waiters, each of which can be cancelled alone.
///
/// The work runs in a task of its own: cancelling a waiter does not cancel it.
final class SharedOutcome<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, SessionError>?
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Result<Value, SessionError>, Never>] = [:]
    }

    private let state = Mutex(State())

    /// How many wait now.
    var waiterCount: Int { state.withLock(\.waiters.count) }

    /// Waits for the end; throws ``SessionError/cancelled`` as soon as the calling task is cancelled.
    func value() async throws(SessionError) -> Value {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let settled = state.withLock { state -> Result<Value, SessionError>? in
                    if let result = state.result { return result }
                    // The handler below has run already, and found no continuation.
                    if Task.isCancelled { return .failure(.cancelled) }
                    state.waiters[id] = continuation
                    return nil
                }
                if let settled { continuation.resume(returning: settled) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: .failure(.cancelled))
        }
        return try result.get()
    }

    /// Ends the wait of all; the first result counts, later ones are ignored.
    func finish(_ result: Result<Value, SessionError>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Result<Value, SessionError>, Never>] in
            guard state.result == nil else { return [] }
            state.result = result
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: result) }
    }
}
