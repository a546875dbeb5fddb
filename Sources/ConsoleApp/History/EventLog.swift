import ConsoleFaults
import SessionCore

/// The events of the session with their words, oldest first: bounded, the oldest leave.
struct EventLog: Sendable {
    /// An event with its words, made once.
    ///
    /// It is an object, because what is kept of the past shares it.
    final class Row: Sendable {
        let event: SessionEvent
        let text: EventText
        /// The burst that it is a step of.
        let burst: Burst.ID?

        init(_ event: SessionEvent, burst: Burst.ID?) {
            (self.event, text, self.burst) = (event, EventText(event), burst)
        }
    }

    /// More than this many are not kept; the oldest go first.
    static let capacity = 5000

    private(set) var rows: [Row] = []
    var events: LazyMapSequence<[Row], SessionEvent> { rows.lazy.map(\.event) }
    /// Those of which events are kept, and the newest one.
    private var bursts: [Burst] = []

    var lastSequence: Int { events.last?.sequence ?? 0 }
    /// The oldest event that is kept.
    var firstSequence: Int { events.first?.sequence ?? 0 }

    /// The events of the messages that are kept, and of the faults that were injected, oldest first.
    var archived: [SessionEvent] {
        events.filter { event in
            if case .injected = event.kind { true } else { event.exchange != nil }
        }
    }

    func row(_ sequence: Int) -> Row? { events.place(of: sequence).map { rows[$0] } }
    func event(_ sequence: Int) -> SessionEvent? { row(sequence)?.event }

    /// Keeps an event; a tenth is dropped at once, so that dropping costs little per event.
    mutating func append(_ event: SessionEvent) {
        let burst = bursts.isEmpty ? nil : countInBursts(event)
        rows.append(Row(event, burst: burst))
        guard rows.count > Self.capacity else { return }
        rows.removeFirst(Self.capacity / 10)
        let (newest, oldest) = (bursts.last?.id, firstSequence)
        bursts.removeAll { $0.lastSequence < oldest && $0.id != newest }
    }

    // MARK: - Bursts

    func burst(_ id: Burst.ID) -> Burst? { bursts.last { $0.id == id } }

    /// Awaits the events of calls that are about to be sent at once.
    ///
    /// Their events carry the labels of these calls; in a recording, which has no labels, the next requests of that
    /// name count as these calls.
    mutating func expect(_ calls: [CallID], _ request: HTTPRequest) {
        if calls.count > 1 { bursts.append(Burst(calls, request, after: lastSequence)) }
    }

    /// Tells the bursts of an event; answers the one that it is a step of.
    private mutating func countInBursts(_ event: SessionEvent) -> Burst.ID? {
        let owner = burst(behind: event)
        for index in bursts.indices { bursts[index].observe(event, isOwn: bursts[index].id == owner) }
        return event.kind.isStepOfCall ? owner : nil
    }

    private mutating func burst(behind event: SessionEvent) -> Burst.ID? {
        if case .requestStarted(let facts) = event.kind {
            for index in bursts.indices where bursts[index].claim(facts) { return bursts[index].id }
            return nil
        }
        if let request = event.kind.traits.request { return bursts.last { $0.contains(request) }?.id }
        return event.cause.flatMap(row)?.burst
    }
}
