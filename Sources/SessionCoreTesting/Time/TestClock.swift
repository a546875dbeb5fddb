public import FoundationEssentials
public import SessionCore
import Synchronization

/// A clock that stands still until a test moves it.
public final class TestClock: SessionClock {
    private struct Sleeper {
        let duration: Duration
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Date
        var uptime = Duration.seconds(1_000)
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var watchers: [(isMet: @Sendable (_ sleepers: [Duration]) -> Bool, gate: Gate)] = []

        /// Takes out whoever the present time wakes.
        mutating func wakeable() -> [CheckedContinuation<Void, any Error>] {
            let due = sleepers.filter { $0.value.deadline <= uptime }.sorted { $0.value.deadline < $1.value.deadline }
            for (id, _) in due { sleepers[id] = nil }
            return due.map(\.value.continuation)
        }
    }

    private let state: Mutex<State>

    /// Starts at 2026-01-01T00:00:00Z unless told otherwise.
    public init(now: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        state = Mutex(State(now: now))
    }

    /// The wall clock's time.
    public var now: Date { state.withLock(\.now) }
    /// The time since some fixed moment, which ``jumpWallClock(by:)`` leaves alone.
    public var uptime: Duration { state.withLock(\.uptime) }

    /// Lets time pass on both clocks, and wakes the sleepers whose time has come.
    ///
    /// A suspended machine looks the same.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            state.now += duration.timeInterval
            return state.wakeable()
        }
        for continuation in due { continuation.resume() }
    }

    /// Sets the wall clock without time passing, as NTP or a person does.
    public func jumpWallClock(by duration: Duration) {
        state.withLock { $0.now += duration.timeInterval }
    }

    /// Returns once ``advance(by:)`` has passed the moment, or throws as soon as the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (settled, gates) = state.withLock { state -> (Result<Void, any Error>?, [Gate]) in
                    if Task.isCancelled { return (.failure(CancellationError()), []) }
                    if duration <= .zero { return (.success(()), []) }
                    state.sleepers[id] = Sleeper(
                        duration: duration, deadline: state.uptime + duration, continuation: continuation)
                    let sleepers = state.sleepers.values.map(\.duration)
                    let reached = state.watchers.filter { $0.isMet(sleepers) }
                    state.watchers.removeAll { $0.isMet(sleepers) }
                    return (nil, reached.map(\.gate))
                }
                if let settled { continuation.resume(with: settled) }
                for gate in gates { gate.open() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// How many tasks sleep on this clock now.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Returns as soon as at least that many tasks sleep on this clock; throws ``NeverCame`` after a minute.
    public func sleepers(atLeast count: Int) async throws {
        try await sleepers { $0.count >= count }
    }

    /// Returns as soon as a task sleeps on this clock that went to sleep for just that long; throws ``NeverCame`` after
    /// a minute.
    ///
    /// So one is waited for that is known by its patience, whoever else sleeps.
    public func sleeper(for duration: Duration) async throws {
        try await sleepers { $0.contains(duration) }
    }

    private func sleepers(_ isMet: @escaping @Sendable (_ sleepers: [Duration]) -> Bool) async throws {
        let gate = Gate()
        let isReached = state.withLock { state in
            if isMet(state.sleepers.values.map(\.duration)) { return true }
            state.watchers.append((isMet, gate))
            return false
        }
        if !isReached { try await gate.passed() }
    }
}

extension Duration {
    fileprivate var timeInterval: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
