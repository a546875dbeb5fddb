import Dispatch
import SessionCore
import Synchronization

/// Passes a session's events to its sinks: once it is started, as they happen; at the end, those that are left.
final class EventPump: Sendable {
    private struct State {
        var lastSequence = 0
        var waiting: [SessionEvent] = []
        var follower: Task<Void, Never>?
    }

    /// How long an event waits for others, so that a burst is written in one go.
    private static let patience = Duration.milliseconds(50)

    private let session: Session
    private let sinks: [any EventSink]
    private let state = Mutex(State())
    /// The queue of the sinks, because one may block, such as on a file that another process has locked.
    private let queue = DispatchQueue(label: "session-console.events")

    init(_ session: Session, sinks: [any EventSink]) {
        self.session = session
        self.sinks = sinks
    }

    /// Begins to pass events on as they happen.
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

    /// Passes on the events until now and ends; returns when the sinks are done.
    func finish() {
        state.withLock { $0.follower }?.cancel()
        _ = collect(session.recentEvents)
        queue.sync { handOn(isLast: true) }
    }

    /// How many events have not been passed on yet.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Adds the new events to the waiting ones; returns whether none was waiting before.
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

    /// Runs on the queue, so that the sinks receive events in order.
    private func handOn(isLast: Bool = false) {
        let events = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        // At the end, sinks try again to write events that they could not write before.
        guard isLast || !events.isEmpty else { return }
        for sink in sinks { sink.take(events) }
    }
}
