import SessionCore

/// The events of the session with their words, oldest first: bounded, the oldest leave.
struct EventLog: Sendable {
    /// An event with its words, made once.
    struct Row: Sendable {
        let event: SessionEvent
        let text: EventText
    }

    /// More than this many are not kept; the oldest go first.
    static let capacity = 5000

    private(set) var rows: [Row] = []

    var lastSequence: Int { rows.last?.event.sequence ?? 0 }
    /// The oldest event that is kept.
    var firstSequence: Int { rows.first?.event.sequence ?? 0 }

    /// Keeps an event; a tenth is dropped at once, so that dropping costs little per event.
    mutating func append(_ event: SessionEvent) {
        rows.append(Row(event: event, text: EventText(event)))
        if rows.count > Self.capacity { rows.removeFirst(Self.capacity / 10) }
    }
}
