import FoundationEssentials
import Synchronization

/// Numbers the events of one session, keeps the latest of them and hands them to every subscriber in order.
///
/// It is a lock and not an actor, so that work off the session's actor can report without a hop and an event's number
/// is known at once to what it causes.
package final class EventJournal: Sendable {
    private struct State {
        var lastSequence = 0
        var kept: [SessionEvent] = []
        /// Where the oldest kept event is, once `kept` is full.
        var oldest = 0
        var subscribers: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
        var nextSubscriber = 0
        var feeds: [EventFeed] = []
        /// The faults that struck exchanges whose events are still to come.
        var faults: [Int: [String]] = [:]
        /// The refresh tokens that faults put into them.
        var refreshTokens: [Int: Fingerprint] = [:]
    }

    /// Secrets that are removed from every event.
    package let secrets: KnownSecrets
    private let clock: any SessionClock
    private let capacity: Int
    private let backlog: Int
    private let state = Mutex(State())
    private let lastExchange = Atomic(0)
    /// Whether a fault has ever struck an exchange.
    private let hasFaults = Atomic(false)

    /// Creates a journal that keeps the latest `capacity` events for later subscribers, a million at most; it begins
    /// with those of an `earlier` one, whose numbers it continues.
    ///
    /// A subscriber that is later than `backlog` events, and than twice as many as are kept, misses the oldest, which
    /// shows as a gap in ``SessionEvent/sequence``.
    package init(
        clock: any SessionClock, secrets: KnownSecrets = KnownSecrets(), capacity: Int = 2_000, backlog: Int = 0,
        continuing earlier: EventJournal? = nil
    ) {
        self.secrets = secrets
        self.clock = clock
        self.capacity = min(max(0, capacity), 1_000_000)
        self.backlog = max(2 * self.capacity, backlog)
        guard let earlier else { return }
        let kept = Array(earlier.kept.suffix(self.capacity))
        state.withLock { ($0.kept, $0.lastSequence) = (kept, earlier.state.withLock(\.lastSequence)) }
        lastExchange.store(earlier.lastExchange.load(ordering: .relaxed), ordering: .relaxed)
    }

    /// Whether an event that happens now can be seen, now or later.
    package var isHeard: Bool { capacity > 0 || state.withLock { !$0.subscribers.isEmpty || !$0.feeds.isEmpty } }

    /// Adds an event and returns its sequence number.
    ///
    /// Whatever text of it comes from outside is scrubbed and cut.
    @discardableResult
    package func record(_ kind: SessionEvent.Kind, generation: Int, cause: Int? = nil) -> Int {
        let (time, uptime) = (clock.now, clock.uptime)
        // A subscriber that comes meanwhile gets none of the texts as they are.
        let isHeard = isHeard
        let kind = isHeard ? kind.mapTexts(secrets) : kind
        // The dropped event is deallocated outside the lock, which every request acquires several times.
        let (sequence, _) = state.withLockYielding { state -> (Int, SessionEvent?) in
            state.lastSequence += 1
            if case .injected(let fault) = kind, let exchange = fault.exchange {
                state.faults[exchange, default: []].append(fault.name)
                hasFaults.store(true, ordering: .relaxed)
            }
            var event = SessionEvent(
                sequence: state.lastSequence, time: time, uptime: uptime, generation: generation, cause: cause,
                kind: kind)
            for (id, subscriber) in state.subscribers where isHeard {
                if case .terminated = subscriber.yield(event) { state.subscribers[id] = nil }
            }
            if !state.feeds.isEmpty { state.feeds.removeAll { !$0.add(event) } }
            guard capacity > 0 else { return (event.sequence, nil) }
            guard state.kept.count == capacity else {
                state.kept.append(event)
                return (event.sequence, nil)
            }
            swap(&state.kept[state.oldest], &event)
            state.oldest = (state.oldest + 1) % capacity
            return (state.lastSequence, event)
        }
        return sequence
    }

    /// Ends every stream: nothing will happen any more.
    package func finish() {
        let (subscribers, feeds) = state.withLock { state in
            defer { (state.subscribers, state.feeds) = ([:], []) }
            return (state.subscribers, state.feeds)
        }
        for subscriber in subscribers.values { subscriber.finish() }
        for feed in feeds { feed.finish() }
    }

    /// The number of the next exchange on the wire.
    package func nextExchange() -> Int {
        lastExchange.add(1, ordering: .relaxed).newValue
    }

    /// The names of the faults that struck an exchange; they are forgotten then.
    ///
    /// The lock is not acquired where no fault was ever injected.
    package func takeFaults(of exchange: Int) -> [String] {
        guard hasFaults.load(ordering: .relaxed) else { return [] }
        return state.withLock { $0.faults.removeValue(forKey: exchange) } ?? []
    }

    /// Records the refresh token that a fault puts into an exchange.
    package func record(refreshToken: Fingerprint, sentIn exchange: Int) {
        state.withLock { $0.refreshTokens[exchange] = refreshToken }
        hasFaults.store(true, ordering: .relaxed)
    }

    /// The refresh token that a fault put into an exchange; it is forgotten then.
    package func takeRefreshToken(sentIn exchange: Int) -> Fingerprint? {
        guard hasFaults.load(ordering: .relaxed) else { return nil }
        return state.withLock { $0.refreshTokens.removeValue(forKey: exchange) }
    }

    /// The events that are still kept, oldest first.
    package var kept: [SessionEvent] {
        state.withLock { Array($0.kept[$0.oldest...] + $0.kept[..<$0.oldest]) }
    }

    /// How many subscribers the latest event went to.
    package var subscriberCount: Int { state.withLock(\.subscribers.count) }

    /// The kept events, then all that happen, for one who takes many at a time.
    package func feed() -> EventFeed {
        state.withLock { state in
            let feed = EventFeed(Array(state.kept[state.oldest...] + state.kept[..<state.oldest]), limit: backlog)
            state.feeds.append(feed)
            return feed
        }
    }

    /// A stream of its own: the kept events, then each as it happens.
    package func events() -> AsyncStream<SessionEvent> {
        AsyncStream(bufferingPolicy: .bufferingNewest(backlog)) { continuation in
            // No `onTermination` handler: it runs under the task's lock while `record` resumes tasks under ours, and
            // the two deadlock.
            state.withLock { state in
                state.nextSubscriber += 1
                for event in state.kept[state.oldest...] + state.kept[..<state.oldest] { continuation.yield(event) }
                state.subscribers[state.nextSubscriber] = continuation
            }
        }
    }
}
