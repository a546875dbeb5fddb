import Synchronization

/// Counts the work of a session that must not end half done, and decides whether more of it begins, waits or fails.
final class WorkLedger: Sendable {
    private enum Admission {
        case open, held, closed
    }

    /// What a waiter waits for.
    private enum Condition {
        case admission, idleness
    }

    private struct State {
        var admission = Admission.open
        var counts: [SessionWork: Int] = [:]
        var nextWaiter = 0
        var waiters: [Int: (condition: Condition, continuation: CheckedContinuation<Void, Never>)] = [:]

        var running: Set<SessionWork> { Set(counts.keys) }

        func holds(_ condition: Condition) -> Bool {
            switch condition {
            case .admission: admission != .held
            case .idleness: counts.isEmpty
            }
        }
    }

    private let state = Mutex(State())

    /// What runs now.
    var running: Set<SessionWork> { state.withLock(\.running) }

    /// Begins a piece of work; `false` while work is held or refused.
    func begin(_ work: SessionWork) -> Bool {
        state.withLock { state in
            guard state.admission == .open else { return false }
            state.counts[work, default: 0] += 1
            return true
        }
    }

    /// Begins a piece of work as soon as that is allowed; throws ``SessionError/cancelled`` where it is refused.
    func beginWhenAllowed(_ work: SessionWork) async throws(SessionError) {
        repeat { try await admission() } while !begin(work)
    }

    func end(_ work: SessionWork) {
        count(work, by: -1)
    }

    /// Begins work that is never held or refused: it only ends what is there.
    func beginEnding(_ work: SessionWork) {
        count(work, by: 1)
    }

    /// Returns when work may begin; throws ``SessionError/cancelled`` where it is refused or the task is cancelled.
    func admission() async throws(SessionError) {
        while true {
            if Task.isCancelled { throw .cancelled }
            switch state.withLock(\.admission) {
            case .open: return
            case .closed: throw .cancelled
            case .held: await wait(for: .admission)
            }
        }
    }

    /// From now on work that would begin waits.
    func hold() { change { if $0.admission == .open { $0.admission = .held } } }

    /// Lets work begin again that was held.
    func resume() { change { if $0.admission == .held { $0.admission = .open } } }

    /// From now on no work begins.
    func close() { change { $0.admission = .closed } }

    /// Returns when nothing runs, or the task is cancelled.
    func idle() async {
        while !Task.isCancelled, !running.isEmpty { await wait(for: .idleness) }
    }

    private func count(_ work: SessionWork, by step: Int) {
        change { state in
            let count = state.counts[work, default: 0] + step
            state.counts[work] = count > 0 ? count : nil
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let released = state.withLock { state in
            change(&state)
            let released = state.waiters.filter { state.holds($0.value.condition) }
            for id in released.keys { state.waiters[id] = nil }
            return released.values.map(\.continuation)
        }
        for continuation in released { continuation.resume() }
    }

    /// Returns when the condition holds, or has held for a moment, or the task is cancelled.
    private func wait(for condition: Condition) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard !state.holds(condition), !Task.isCancelled else { return false }
                    state.waiters[id] = (condition, continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
