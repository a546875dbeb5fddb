import SessionCore
import TerminalUI

/// The events of the session as the pane lists them: bounded, filtered, with a selection that stands still.
struct EventLog: Sendable {
    /// A listed event with its words, made once.
    struct Row: Sendable {
        let event: SessionEvent
        let text: EventText
    }

    /// Consecutive events of which the same is to be told, as one line of the list.
    struct Line: Sendable {
        /// Oldest first; never empty.
        fileprivate(set) var rows: [Row]
        /// Which of them the line stands for: the newest, unless another was asked for.
        fileprivate(set) var shown: Row

        fileprivate init(_ row: Row) {
            rows = [row]
            shown = row
        }

        var count: Int { rows.count }
        fileprivate var first: Int { rows.first?.event.sequence ?? 0 }
        fileprivate var last: Int { rows.last?.event.sequence ?? 0 }
    }

    /// More than this many are not kept; the oldest go first.
    static let capacity = 5000

    private(set) var all: [Row] = []
    /// The lines that are listed, oldest first.
    private(set) var listed: [Line] = []
    private(set) var list = ScrollList(isFollowing: true)
    private(set) var filter = ""
    private(set) var showsDetails = false

    var selected: SessionEvent? {
        listed.indices.contains(list.selection) ? listed[list.selection].shown.event : nil
    }

    var lastSequence: Int { all.last?.event.sequence ?? 0 }

    mutating func append(_ event: SessionEvent) {
        let row = Row(event: event, text: EventText(event))
        all.append(row)
        if isListed(row), list(row) { list.append(1) }
        if all.count > Self.capacity { forgetOldest() }
    }

    /// Lists a row in a line of its own, or, while not every single step is shown, with those before it that say the
    /// same; answers whether there is one more line.
    private mutating func list(_ row: Row) -> Bool {
        guard !showsDetails, let line = listed.last, line.rows.last?.text == row.text else {
            listed.append(Line(row))
            return true
        }
        // What a person looks at stands still.
        let isLookedAt = !list.isFollowing && list.selection == listed.count - 1
        let isPinned = isLookedAt || line.shown.event.sequence != line.last
        listed[listed.count - 1].rows.append(row)
        if !isPinned { listed[listed.count - 1].shown = row }
        return false
    }

    /// Drops a tenth at once, so that dropping costs little per event.
    private mutating func forgetOldest() {
        all.removeFirst(Self.capacity / 10)
        let oldest = all.first?.event.sequence ?? 0
        let gone = listed.prefix { $0.last < oldest }.count
        listed.removeFirst(gone)
        list.removeFirst(gone)
        guard let line = listed.first, line.first < oldest else { return }
        listed[0].rows.removeAll { $0.event.sequence < oldest }
        if line.shown.event.sequence < oldest { listed[0].shown = listed[0].rows[0] }
    }

    mutating func setFilter(_ text: String) {
        filter = text
        listAnew()
    }

    mutating func showDetails(_ isOn: Bool) {
        showsDetails = isOn
        listAnew()
    }

    /// Lists what passes the filter now; the selected event stays selected, or the next one before it.
    private mutating func listAnew() {
        let sequence = selected?.sequence ?? lastSequence
        listed = []
        for row in all where isListed(row) { _ = list(row) }
        let row = listed.lastIndex { $0.first <= sequence } ?? 0
        list.replace(count: listed.count, selecting: row)
    }

    private func isListed(_ row: Row) -> Bool {
        if row.text.isDetail, !showsDetails { return false }
        guard !filter.isEmpty else { return true }
        return filter.lowercased().split(separator: " ").allSatisfy { word in
            [row.text.label, row.text.detail, row.text.tag].contains { $0.lowercased().contains(word) }
        }
    }

    /// Selects an event, listing details, or everything, where it would be hidden otherwise; false if it is gone.
    mutating func select(sequence: Int) -> Bool {
        guard let row = all.first(where: { $0.event.sequence == sequence }) else { return false }
        if !isListed(row) {
            if row.text.isDetail { showsDetails = true }
            if !isListed(row) { filter = "" }
            listAnew()
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

    mutating func layOut(height: Int) { list.layOut(height: height) }
    mutating func handle(_ key: Key) -> Bool { list.handle(key) }
}
