import Dispatch
import SessionCore
import Synchronization

/// Hands a session's events to its sinks: as they happen once it is started, and what is left when it finishes.
final class EventPump: Sendable {
    private struct State {
        var lastSequence = 0
        var waiting: [SessionEvent] = []
        var follower: Task<Void, Never>?
    }

    /// How long events may wait for others, so that a burst of them is written at once.
    private static let patience = Duration.milliseconds(50)

    private let session: Session
    private let sinks: [any EventSink]
    private let state = Mutex(State())
    /// Where the sinks work: one may block, such as on a file that another process holds locked.
    private let queue = DispatchQueue(label: "session-console.events")

    init(_ session: Session, sinks: [any EventSink]) {
        self.session = session
        self.sinks = sinks
    }

    /// Begins to hand events on as they happen.
    func start() {
        let follower = Task {
            for await event in session.events() {
                guard collect([event]) else { continue }
                Task {
                    try? await Task.sleep(for: Self.patience)
                    queue.async { self.handOn() }
                }
            }
        }
        state.withLock { $0.follower = follower }
    }

    /// Hands on what has happened until now, and ends; returns when the sinks are done.
    func finish() {
        state.withLock { $0.follower }?.cancel()
        _ = collect(session.recentEvents)
        queue.sync { handOn(isLast: true) }
    }

    /// How many events the sinks have yet to be given.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Keeps those that are new; returns whether they are the first to wait.
    private func collect(_ events: [SessionEvent]) -> Bool {
        state.withLock { state in
            let isFirst = state.waiting.isEmpty
            for event in events where event.sequence > state.lastSequence {
                state.lastSequence = event.sequence
                state.waiting.append(event)
            }
            return isFirst && !state.waiting.isEmpty
        }
    }

    /// Runs on the queue, so that the sinks are given everything in order.
    private func handOn(isLast: Bool = false) {
        let events = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        // Sinks that keep what they could not write try once more at the end.
        guard isLast || !events.isEmpty else { return }
        for sink in sinks { sink.take(events) }
    }
}
