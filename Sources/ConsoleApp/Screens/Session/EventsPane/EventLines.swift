import SessionCore
import TerminalUI

/// The events that the pane lists, and where the reader is among them.
struct EventLines: Sendable {
    /// Consecutive events of which the same is to be told, as one line of the list.
    struct Line: Sendable {
        /// Oldest first; never empty.
        fileprivate(set) var rows: [EventLog.Row]
        /// Which of them the line stands for: the newest, unless another was asked for.
        fileprivate(set) var shown: EventLog.Row

        fileprivate init(_ row: EventLog.Row) {
            rows = [row]
            shown = row
        }

        var count: Int { rows.count }
        fileprivate var first: Int { rows.first?.event.sequence ?? 0 }
        fileprivate var last: Int { rows.last?.event.sequence ?? 0 }
    }

    /// Oldest first.
    private(set) var listed: [Line] = []
    var list = ScrollList(isFollowing: true)
    private(set) var filter = ""
    private(set) var showsDetails = false

    var selected: SessionEvent? {
        listed.indices.contains(list.selection) ? listed[list.selection].shown.event : nil
    }

    /// Lists a new event, unless the filter hides it.
    mutating func append(_ row: EventLog.Row) {
        if isListed(row), list(row) { list.append(1) }
    }

    /// Lists a row in a line of its own, or, while not every single step is shown, with those before it that say the
    /// same; answers whether there is one more line.
    private mutating func list(_ row: EventLog.Row) -> Bool {
        guard !showsDetails, let line = listed.last, line.rows.last?.text == row.text else {
            listed.append(Line(row))
            return true
        }
        // A line that is selected must not change under the reader.
        let isLookedAt = !list.isFollowing && list.selection == listed.count - 1
        let isPinned = isLookedAt || line.shown.event.sequence != line.last
        listed[listed.count - 1].rows.append(row)
        if !isPinned { listed[listed.count - 1].shown = row }
        return false
    }

    /// Drops the lines of events that are no longer kept.
    mutating func forget(before oldest: Int) {
        guard let first = listed.first, first.first < oldest else { return }
        let gone = listed.prefix { $0.last < oldest }.count
        listed.removeFirst(gone)
        list.removeFirst(gone)
        guard let line = listed.first, line.first < oldest else { return }
        listed[0].rows.removeAll { $0.event.sequence < oldest }
        if line.shown.event.sequence < oldest { listed[0].shown = listed[0].rows[0] }
    }

    mutating func setFilter(_ text: String, _ history: EventLog) {
        filter = text
        listAnew(history)
    }

    mutating func showDetails(_ isOn: Bool, _ history: EventLog) {
        showsDetails = isOn
        listAnew(history)
    }

    /// Lists what passes the filter now; the selected event stays selected, or the next one before it.
    private mutating func listAnew(_ history: EventLog) {
        let sequence = selected?.sequence ?? history.lastSequence
        listed = []
        for row in history.rows where isListed(row) { _ = list(row) }
        let row = listed.lastIndex { $0.first <= sequence } ?? 0
        list.replace(count: listed.count, selecting: row)
    }

    private func isListed(_ row: EventLog.Row) -> Bool {
        if row.text.isDetail, !showsDetails { return false }
        guard !filter.isEmpty else { return true }
        return filter.lowercased().split(separator: " ").allSatisfy { word in
            [row.text.label, row.text.detail, row.text.tag].contains { $0.lowercased().contains(word) }
        }
    }

    /// Selects an event, listing details, or everything, where it would be hidden otherwise; false if it is gone.
    mutating func select(sequence: Int, _ history: EventLog) -> Bool {
        guard let row = history.rows.first(where: { $0.event.sequence == sequence }) else { return false }
        if !isListed(row) {
            if row.text.isDetail { showsDetails = true }
            if !isListed(row) { filter = "" }
            listAnew(history)
        }
        guard let index = listed.firstIndex(where: { $0.first <= sequence && sequence <= $0.last }) else {
            return false
        }
        listed[index].shown = row
        list.follow(false)
        list.select(index)
        return true
    }

    mutating func follow(_ isOn: Bool) {
        list.follow(isOn)
        if isOn, let newest = listed.last?.rows.last { listed[listed.count - 1].shown = newest }
    }
}
