import FoundationEssentials
import SessionCore
import TerminalUI

/// A line of the diagram: a row, a burst in one, or a call at the gate.
struct FlowLine: ListRow {
    enum Content: Sendable {
        case row(Flow.Row)
        /// The burst of that number.
        case header(Int)
        case caller(FlowBurst.Entry)
    }

    let content: Content
    /// The event that it begins with; of another process's row the one before it.
    let sequence: Int
    let began: FlowTime
    let ended: FlowTime
    /// The burst that it belongs to.
    let burst: Int?

    init(_ row: Flow.Row) {
        (content, sequence, began, ended, burst) = (.row(row), row.sequence, row.began, row.ended, row.burst)
    }

    init(headerOf burst: FlowBurst) {
        (content, sequence, self.burst) = (.header(burst.id), burst.id, burst.id)
        began = burst.entries.first?.time ?? FlowTime(.distantPast)
        ended = began
    }

    init(_ caller: FlowBurst.Entry, of burst: Int) {
        (content, sequence, self.burst) = (.caller(caller), caller.sequence, burst)
        (began, ended) = (caller.time, caller.time)
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
        case .header(let burst): .header(burst)
        case .caller(let caller): .caller(caller.call)
        }
    }
}
