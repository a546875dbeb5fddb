import ConsoleKit

/// A line of a flow's text: a row, or equal rows of a burst as one.
package struct FlowItem: Sendable {
    package var step: FlowStep
    /// When the first of its rows began.
    package let began: FlowTime
    /// When the last of them ended.
    package private(set) var ended: FlowTime
    package var count = 1
    fileprivate let burst: Int?
    /// Whether it is of another process.
    fileprivate var isOther: Bool { !step.process.isEmpty }

    fileprivate init(_ step: FlowStep, at time: FlowTime, count: Int = 1) {
        (self.step, began, ended, self.count, burst) = (step, time, time, count, nil)
    }

    fileprivate init(_ row: Flow.Row, burst: Int?) {
        (step, began, ended, self.burst) = (row.step, row.began, row.ended, burst)
    }

    /// Adds a row of the same burst that is equal but for its duration; answers whether it is.
    fileprivate mutating func absorb(_ row: Flow.Row, of burst: Int?) -> Bool {
        guard let burst, burst == self.burst else { return false }
        var other = row.step
        other.duration = step.duration
        guard other == step else { return false }
        step.duration = [step.duration, row.step.duration].compactMap(\.self).max()
        count += 1
        ended = row.ended
        return true
    }
}

extension Flow {
    /// The lines of the rows from a number on, and the number of the first row that is left for later.
    ///
    /// Rows after the beginning of a burst that is not over are left, unless it is the end.
    package func items(from number: Int = 0, isEnd: Bool = true) -> (items: [FlowItem], next: Int) {
        var items: [FlowItem] = []
        var ends: [Int: Int] = [:]
        for (index, row) in rows.enumerated() { if let burst = burst(row.burst) { ends[burst.id] = index } }
        var begun: Set<Int> = []
        for (index, row) in rows.enumerated().dropFirst(max(0, number - leftCount)) {
            let burst = burst(row.burst)
            if let burst, !burst.isOver, !isEnd { return (items, leftCount + index) }
            if let burst, begun.insert(burst.id).inserted { items += burst.callerItems }
            // What another process did meanwhile parts no equal rows.
            let last = items.lastIndex { !$0.isOther }
            if last.map({ !items[$0].absorb(row, of: burst?.id) }) ?? true {
                items.append(FlowItem(row, burst: burst?.id))
            }
            if let burst, ends[burst.id] == index { items.append(burst.summaryItem(at: row.ended)) }
        }
        return (items, leftCount + rows.count)
    }
}

extension FlowBurst {
    /// The calls at the gate, those of a name as one.
    fileprivate var callerItems: [FlowItem] {
        var items: [FlowItem] = []
        for caller in callers {
            if let index = items.firstIndex(where: { $0.step == caller.step }) {
                items[index].count += 1
            } else {
                items.append(FlowItem(caller.step, at: caller.time))
            }
        }
        return items
    }

    fileprivate func summaryItem(at time: FlowTime) -> FlowItem {
        FlowItem(
            FlowStep(
                .note(at: .console), .burst, [Phrase(tally.summary)], [Phrase(tally.outcomes, .reason)],
                tone: tally.tone), at: time)
    }
}

extension FlowBurst.Entry {
    /// The row of a call that waits.
    var step: FlowStep {
        FlowStep(.note(at: sender), .gate, name, [Phrase("waits for the refresh", .reason)], tone: .muted)
    }
}
