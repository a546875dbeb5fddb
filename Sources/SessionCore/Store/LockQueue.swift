import Synchronization

/// A lock between the tasks of one process, for stores of one's own: the longest waiter gets it next.
///
/// Other processes are not locked out; ``FileLock`` does both.
public final class LockQueue: Sendable {
    enum Grant {
        case locked, timedOut, cancelled
    }

    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Grant, Never>
        let timeout: Task<Void, Never>
    }

    private struct State {
        var isLocked = false
        var nextWaiter = 0
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    /// Creates a lock that is free.
    public init() {}

    /// Waits until no other task holds the lock, and acquires it.
    ///
    /// Throws ``StoreError/locked(_:)`` after `limit`, and `CancellationError` when the task is cancelled.
    public func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        switch await wait(within: limit, clock: clock) {
        case .locked: return StoreLock { [self] in unlock() }
        case .timedOut: throw StoreError.locked("another session of this program")
        case .cancelled: throw CancellationError()
        }
    }

    func wait(within limit: Duration, clock: any SessionClock) async -> Grant {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLocked = state.withLock { state in
                    guard state.isLocked else {
                        state.isLocked = true
                        return true
                    }
                    let timeout = Task { [weak self] in
                        if (try? await clock.sleep(for: limit)) != nil { self?.leave(id, with: .timedOut) }
                    }
                    state.waiters.append(Waiter(id: id, continuation: continuation, timeout: timeout))
                    return false
                }
                if isLocked { continuation.resume(returning: .locked) }
                // The handler below may have run before the continuation was there to resume.
                if Task.isCancelled { leave(id, with: .cancelled) }
            }
        } onCancel: {
            leave(id, with: .cancelled)
        }
    }

    func unlock() {
        let next = state.withLock { state -> Waiter? in
            guard !state.waiters.isEmpty else {
                state.isLocked = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.timeout.cancel()
        next?.continuation.resume(returning: .locked)
    }

    private func leave(_ id: Int, with grant: Grant) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.timeout.cancel()
        waiter?.continuation.resume(returning: grant)
    }
}
