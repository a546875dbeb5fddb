import Dispatch
import SessionCore
import Synchronization

/// Passes a session's events to its sinks: once it is started, as they happen; at the end, those that are left.
final class EventPump: Sendable {
    private struct State {
        var lastSequence = 0
        var waiting: [SessionEvent] = []
        var feed: EventFeed?
        var follower: Task<Void, Never>?

        /// Adds the new events to the waiting ones.
        mutating func collect(_ events: [SessionEvent]) {
            for event in events where event.sequence > lastSequence {
                lastSequence = event.sequence
                waiting.append(event)
            }
        }

        mutating func collect() { collect(feed?.take() ?? []) }
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
        let feed = session.eventFeed()
        state.withLock { $0.feed = feed }
        let follower = Task {
            for await _ in feed.arrivals {
                try? await Task.sleep(for: Self.patience)
                state.withLock { $0.collect() }
                queue.async { self.handOn() }
            }
        }
        state.withLock { $0.follower = follower }
    }

    /// Passes on the events until now and ends; returns when the sinks are done.
    func finish() {
        let recent = session.recentEvents
        state.withLock { state in
            state.follower?.cancel()
            state.collect()
            state.collect(recent)
        }
        queue.sync { handOn(isLast: true) }
    }

    /// How many events have not been passed on yet.
    var waitingCount: Int { state.withLock(\.waiting.count) }

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
