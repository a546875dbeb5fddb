import FoundationEssentials
import SessionCore
import Synchronization

/// The clock of a demo that is played: it can be moved ahead, and wakes all that slept until then.
final class TravelClock: SessionClock {
    private struct State {
        /// How far it is ahead of the machine's clocks; while it stands still, of the moment of its creation.
        var offset = Duration.zero
        var nextID = 0
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let base = SystemClock()
    private let start: (now: Date, uptime: Duration)
    /// Whether time goes by unless it is moved.
    private let flows: Bool
    private let state = Mutex(State())

    init(flows: Bool) {
        self.flows = flows
        start = (base.now, base.uptime)
    }

    private var offset: Duration { state.withLock(\.offset) }
    var now: Date { (flows ? base.now : start.now) + offset / .seconds(1) }
    var uptime: Duration { (flows ? base.uptime : start.uptime) + offset }

    /// Moves the clock ahead.
    func advance(by duration: Duration) {
        let sleepers = state.withLock { state in
            state.offset += duration
            defer { state.sleepers = [:] }
            return state.sleepers.values
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    func sleep(for duration: Duration) async throws {
        let end = uptime + duration
        while true {
            let left = end - uptime
            guard left > .zero else { return }
            try await waitForMove(at: end, or: left)
        }
    }

    /// Returns when the clock was moved, or where it flows, after that time; throws when the task is cancelled.
    private func waitForMove(at end: Duration, or left: Duration) async throws {
        guard flows else { return try await move(before: end) }
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.base.sleep(for: left) }
            group.addTask { try await self.move(before: end) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Returns when the clock was moved, or at once where it has passed the end already.
    private func move(before end: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let uptime = (flows ? base.uptime : start.uptime) + state.offset
                    if Task.isCancelled || uptime >= end { return true }
                    state.sleepers[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
        }
        try Task.checkCancellation()
    }
}
