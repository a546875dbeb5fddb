import FoundationEssentials
import SessionCore
import TerminalUI

/// A line of the diagram: a row, a burst in one, or a call at the gate.
///
/// One word long: what is kept of the past has lists of thousands of them.
struct FlowLine: ListRow {
    enum Content: Sendable {
        case row(Flow.Row)
        /// The burst of that number, and its first call.
        indirect case header(Int, FlowTime)
        /// A call of the burst of that number.
        indirect case caller(FlowBurst.Entry, Int)
    }

    let content: Content

    init(_ row: Flow.Row) { content = .row(row) }

    init(headerOf burst: FlowBurst) {
        content = .header(burst.id, burst.entries.first?.time ?? FlowTime(.distantPast))
    }

    init(_ caller: FlowBurst.Entry, of burst: Int) { content = .caller(caller, burst) }

    /// The event that it begins with; of another process's row the one before it.
    var sequence: Int {
        switch content {
        case .row(let row): row.sequence
        case .header(let burst, _): burst
        case .caller(let caller, _): caller.sequence
        }
    }

    var began: FlowTime {
        switch content {
        case .row(let row): row.began
        case .header(_, let time): time
        case .caller(let caller, _): caller.time
        }
    }

    var ended: FlowTime { row?.ended ?? began }

    /// The burst that it belongs to.
    var burst: Int? {
        switch content {
        case .row(let row): row.burst
        case .header(let burst, _), .caller(_, let burst): burst
        }
    }

    /// Where it comes from, if that is another process.
    var origin: Flow.Row.Source? { row?.origin }
    var isHeader: Bool { if case .header = content { true } else { false } }
    var isCaller: Bool { if case .caller = content { true } else { false } }
    var row: Flow.Row? { if case .row(let row) = content { row } else { nil } }

    /// The event of the session that it tells of; `nil` where that is not kept, or another process's.
    func event(in scene: Scene) -> SessionEvent? { origin == nil ? scene.history.event(sequence) : nil }

    /// Stays equal when the list is made anew.
    enum ID: Sendable, Hashable {
        case row(Int)
        case header(Int)
        case caller(Int)
    }

    var id: ID {
        switch content {
        case .row(let row): .row(row.number)
        case .header(let burst, _): .header(burst)
        case .caller(let caller, _): .caller(caller.call)
        }
    }
}
