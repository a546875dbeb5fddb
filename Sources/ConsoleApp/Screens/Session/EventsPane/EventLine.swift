import SessionCore
import TerminalUI

/// A line of the events pane: an event, consecutive events with the same words, or a burst.
struct EventLine: ListRow {
    struct ID: Sendable, Hashable {
        let burst: Burst.ID?
        let first: Int
    }

    /// Oldest first; of a burst those that the line hides, which are none while it is unfolded.
    var rows: [EventLog.Row]
    /// The event that the line shows: the newest, unless another was requested; of a burst the first.
    var shown: EventLog.Row
    /// The burst whose header this is.
    let burst: Burst.ID?
    /// The event that put a header where it is.
    private let place: Int?

    init(_ row: EventLog.Row) {
        (rows, shown, burst, place) = ([row], row, nil, nil)
    }

    init(headerOf burst: Burst.ID, _ first: EventLog.Row) {
        (rows, shown, self.burst, place) = ([], first, burst, first.event.sequence)
    }

    var id: ID { ID(burst: burst, first: first) }
    var count: Int { rows.count }
    /// Rises from line to line.
    var first: Int { place ?? rows.first?.event.sequence ?? shown.event.sequence }
    var last: Int { rows.last?.event.sequence ?? shown.event.sequence }

    /// Whether it shows an event, or hides it.
    func holds(_ sequence: Int) -> Bool { rows.contains { $0.event.sequence == sequence } }

    /// Whether another row has the same words and can share a line with it.
    func isRepeated(by row: EventLog.Row) -> Bool {
        burst == nil && rows.last?.text == row.text && shown.burst == row.burst
    }

    /// Drops rows that are no longer kept.
    mutating func forget(before oldest: Int) {
        rows.removeAll { $0.event.sequence < oldest }
        if shown.event.sequence < oldest, let first = rows.first { shown = first }
    }
}
