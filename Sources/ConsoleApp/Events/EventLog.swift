import SessionCore
import TerminalUI

/// The events of the session as the pane lists them: bounded, filtered, with a selection that stands still.
struct EventLog: Sendable {
    /// A listed event with its words, made once.
    struct Row: Sendable {
        let event: SessionEvent
        let text: EventText
    }

    /// More than this many are not kept; the oldest go first.
    static let capacity = 5000

    private(set) var all: [Row] = []
    /// The rows that are listed, oldest first.
    private(set) var listed: [Row] = []
    private(set) var list = ScrollList(isFollowing: true)
    private(set) var filter = ""
    private(set) var showsDetails = false

    var selected: SessionEvent? {
        listed.indices.contains(list.selection) ? listed[list.selection].event : nil
    }

    var lastSequence: Int { all.last?.event.sequence ?? 0 }

    mutating func append(_ event: SessionEvent) {
        let row = Row(event: event, text: EventText(event))
        all.append(row)
        if isListed(row) {
            listed.append(row)
            list.append(1)
        }
        if all.count > Self.capacity { forgetOldest() }
    }

    /// Drops a tenth at once, so that dropping costs little per event.
    private mutating func forgetOldest() {
        all.removeFirst(Self.capacity / 10)
        let oldest = all.first?.event.sequence ?? 0
        let gone = listed.prefix { $0.event.sequence < oldest }.count
        listed.removeFirst(gone)
        list.removeFirst(gone)
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
        listed = all.filter(isListed)
        let row = listed.lastIndex { $0.event.sequence <= sequence } ?? 0
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
        guard let index = listed.firstIndex(where: { $0.event.sequence == sequence }) else { return false }
        list.follow(false)
        list.select(index)
        return true
    }

    mutating func follow(_ isOn: Bool) { list.follow(isOn) }
    mutating func layOut(height: Int) { list.layOut(height: height) }
    mutating func handle(_ key: Key) -> Bool { list.handle(key) }
}
