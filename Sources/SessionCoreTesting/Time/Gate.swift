import Synchronization

/// Something that happens once and that a test can wait for, or hold back: an answer, a reading of a store.
public final class Gate: Sendable {
    private enum Outcome { case open, cancelled, late }

    private struct State {
        var isOpen = false
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Creates a closed gate.
    public init() {}

    /// Whether it has been opened.
    public var isOpen: Bool { state.withLock(\.isOpen) }

    /// Lets every waiter through, now and later.
    public func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: .open) }
    }

    /// Returns when the gate is open.
    ///
    /// Throws `CancellationError` as soon as the task is cancelled, and ``NeverCame`` after a minute.
    public func passed(file: String = #filePath, line: Int = #line) async throws {
        switch await outcome(hasLimit: true) {
        case .open: return
        case .cancelled: throw CancellationError()
        case .late: throw NeverCame(file: file, line: line)
        }
    }

    /// Returns when the gate is open, however long that takes; throws `CancellationError` like ``passed(file:line:)``.
    package func passedAtLast() async throws {
        if await outcome(hasLimit: false) == .cancelled { throw CancellationError() }
    }

    private func outcome(hasLimit: Bool) async -> Outcome {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = hasLimit ? Task { if await runOutOfPatience() { settle(id, .late) } } : nil
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if state.isOpen { return .open }
                    if Task.isCancelled { return .cancelled }
                    state.waiters[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            settle(id, .cancelled)
        }
    }

    private func settle(_ waiter: Int, _ outcome: Outcome) {
        state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume(returning: outcome)
    }
}
