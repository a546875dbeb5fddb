import Synchronization

/// A journal's events in pieces, as often as they are asked for: no subscriber is woken for each.
///
/// It keeps as many that were not asked for as a journal's other subscribers do, the latest.
package final class EventFeed: Sendable {
    /// Comes once there are events to take, however many follow; it ends with the session.
    package let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation
    private let limit: Int
    private let events: Mutex<[SessionEvent]>

    init(_ events: [SessionEvent], limit: Int) {
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.limit = limit
        self.events = Mutex(events)
        if !events.isEmpty { arrival.yield() }
    }

    /// The events since the call before, in order.
    package func take() -> [SessionEvent] {
        var taken: [SessionEvent] = []
        // Outside the lock, because each call waits for it: room for the next events, and the copy of these.
        taken.reserveCapacity(events.withLock(\.count))
        events.withLock { swap(&$0, &taken) }
        taken.removeFirst(max(0, taken.count - limit))
        return taken
    }

    /// Returns whether anybody still follows.
    func add(_ event: SessionEvent) -> Bool {
        let isFirst = events.withLock { events in
            // Now and then, because it moves all of them.
            if events.count >= 2 * limit { events.removeFirst(events.count - limit) }
            events.append(event)
            return events.count == 1
        }
        guard isFirst, case .terminated = arrival.yield() else { return true }
        return false
    }

    func finish() { arrival.finish() }
}
