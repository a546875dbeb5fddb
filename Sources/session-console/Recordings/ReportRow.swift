import ConsoleApp
import FoundationEssentials
import SessionCore

/// A row of a report's table: a main event, or calls of a burst that were answered alike.
struct ReportRow {
    /// The first one.
    let event: SessionEvent
    private var count = 1
    private var end: Date

    private init(_ event: SessionEvent) {
        self.event = event
        end = event.time
    }

    /// The rows of all main events.
    static func rows(of events: [SessionEvent]) -> [ReportRow] {
        var rows: [ReportRow] = []
        var starts: [Int: Int] = [:]
        for event in events {
            if case .requestStarted(let facts) = event.kind { starts[facts.id] = event.sequence }
            guard !EventText(event).isDetail else { continue }
            if case .requestFinished(let facts) = event.kind, let last = rows.indices.last,
                case .requestFinished(let other) = rows[last].event.kind,
                (facts.name, facts.status) == (other.name, other.status),
                // Both were under way at once.
                let start = starts[facts.id], start < rows[last].event.sequence
            {
                rows[last].count += 1
                rows[last].end = event.time
            } else {
                rows.append(ReportRow(event))
            }
        }
        return rows
    }

    var words: String {
        if count > 1, case .requestFinished(let facts) = event.kind {
            let status = facts.status.map { ": \($0)" } ?? ""
            return "\(count) × \(facts.name)\(status), the last at \(end.utcClock)"
        }
        let text = EventText(event)
        return text.tag.isEmpty ? text.detail : "\(text.detail) · \(text.tag)"
    }
}
