import SessionCore
import TerminalUI

/// The events that the pane lists, and where the reader is among them.
struct EventLines: Sendable {
    /// Oldest first.
    private(set) var listed: [EventLine] = []
    private(set) var list = ScrollList(isFollowing: true)
    private(set) var filter = ""
    private(set) var showsDetails = false
    /// The bursts that are unfolded, or, while every single step is shown, those that are folded.
    private var toggled: Set<Burst.ID> = []
    /// Where each burst has its header.
    private var headers: [Burst.ID: Int] = [:]
    /// The forced logout that stays in sight, until the reader goes there or someone signs in.
    private var pinned: Int?
    /// No event before this one is kept.
    private var oldest = 0

    var selectedLine: EventLine? { listed.indices.contains(list.selection) ? listed[list.selection] : nil }
    var selected: SessionEvent? { selectedLine?.shown.event }

    func isUnfolded(_ burst: Burst.ID) -> Bool { showsDetails != toggled.contains(burst) }

    /// Lists a new event, unless the filter hides it.
    mutating func append(_ row: EventLog.Row) {
        list.append(add(row))
        if row.event.kind.traits.end == .forced { pinned = row.event.sequence }
        if case .signedIn = row.event.kind { pinned = nil }
    }

    /// Lists a row; answers how many lines there are more.
    private mutating func add(_ row: EventLog.Row) -> Int {
        let isListed = isListed(row)
        guard let burst = row.burst else { return isListed && addLine(row) ? 1 : 0 }
        guard isListed || filter.isEmpty else { return 0 }
        var added = 0
        if headers[burst] == nil {
            headers[burst] = listed.count
            listed.append(EventLine(headerOf: burst, row))
            added = 1
        }
        if isUnfolded(burst) { return isListed && addLine(row) ? added + 1 : added }
        if let header = headers[burst] { listed[header].rows.append(row) }
        return added
    }

    /// Lists a row in a line of its own, or, while not every single step is shown, with those before it that say the
    /// same; answers whether there is one more line.
    private mutating func addLine(_ row: EventLog.Row) -> Bool {
        guard !showsDetails, let line = listed.last, line.isRepeated(by: row) else {
            listed.append(EventLine(row))
            return true
        }
        // A line that is selected must not change under the reader.
        let isLookedAt = !list.isFollowing && list.selection == listed.count - 1
        let isKept = isLookedAt || line.shown.event.sequence != line.last
        listed[listed.count - 1].rows.append(row)
        if !isKept { listed[listed.count - 1].shown = row }
        return false
    }

    /// Drops the lines of events that are no longer kept; a burst stays for as long as one of its events.
    mutating func forget(_ history: EventLog) {
        guard history.firstSequence != oldest else { return }
        oldest = history.firstSequence
        var kept: [EventLine] = []
        var (above, below) = (0, 0)
        for (index, line) in listed.enumerated() {
            var line = line
            let isLeft =
                line.first >= oldest || line.forget(before: oldest)
                || line.burst.flatMap(history.burst).map { $0.lastSequence >= oldest } == true
            if isLeft {
                kept.append(line)
            } else if index < list.selection {
                above += 1
            } else {
                below += 1
            }
        }
        listed = kept
        noteHeaders()
        list.removeFirst(above)
        if below > 0 { list.replace(count: listed.count) }
    }

    private mutating func noteHeaders() {
        headers = [:]
        for (index, line) in listed.enumerated() { if let burst = line.burst { headers[burst] = index } }
    }

    mutating func setFilter(_ text: String, _ history: EventLog) {
        filter = text
        listAnew(history)
    }

    mutating func showDetails(_ isOn: Bool, _ history: EventLog) {
        (showsDetails, toggled) = (isOn, [])
        listAnew(history)
    }

    /// Unfolds the selected burst, or folds the one that the selected line is part of; answers whether there is one.
    mutating func toggleFold(_ history: EventLog) -> Bool {
        guard let line = selectedLine, let burst = line.burst ?? line.shown.burst else { return false }
        toggled.formSymmetricDifference([burst])
        list.follow(false)
        listAnew(history)
        guard let header = headers[burst] else { return true }
        // Scrolls the burst's lines into sight before its header.
        list.select(header + list.visible.count - 1)
        list.select(header)
        return true
    }

    /// Lists the events that pass the filter; the selected one stays selected, or else the last one before it.
    private mutating func listAnew(_ history: EventLog) {
        let (sequence, header) = (selected?.sequence ?? history.lastSequence, selectedLine?.burst)
        (listed, headers) = ([], [:])
        for row in history.rows { _ = add(row) }
        let row =
            header.flatMap { headers[$0] } ?? listed.lastIndex { $0.holds(sequence) }
            ?? listed.lastIndex { $0.first <= sequence }
        list.replace(count: listed.count, selecting: row ?? 0)
    }

    func isListed(_ row: EventLog.Row) -> Bool {
        if row.text.isDetail, !showsDetails { return false }
        guard !filter.isEmpty else { return true }
        let texts = [row.text.label, row.text.detail, row.text.tag, row.burst == nil ? "" : Burst.label]
        return filter.lowercased().split(separator: " ").allSatisfy { word in
            texts.contains { $0.lowercased().contains(word) }
        }
    }

    /// Selects an event, listing details, or everything, or unfolding its burst, where it would be hidden otherwise;
    /// false if it is gone.
    mutating func select(sequence: Int, _ history: EventLog) -> Bool {
        guard let row = history.row(sequence) else { return false }
        if row.text.isDetail, !showsDetails { (showsDetails, toggled) = (true, []) }
        if !isListed(row) { filter = "" }
        if let burst = row.burst, !isUnfolded(burst) { toggled.formSymmetricDifference([burst]) }
        listAnew(history)
        guard let index = listed.lastIndex(where: { $0.holds(sequence) }) else { return false }
        listed[index].shown = row
        list.follow(false)
        select(index)
        return true
    }

    // MARK: - Moving

    mutating func select(_ row: Int) {
        list.select(row)
        noteVisit()
    }

    mutating func move(_ motion: Motion) {
        list.move(motion)
        noteVisit()
    }

    mutating func scroll(rows: Int) {
        list.scroll(rows)
        noteVisit()
    }

    private mutating func noteVisit() {
        if let pinned, selectedLine?.holds(pinned) == true { self.pinned = nil }
    }

    mutating func follow(_ isOn: Bool) {
        list.follow(isOn)
        if isOn, let newest = listed.last?.rows.last, listed.last?.burst == nil {
            listed[listed.count - 1].shown = newest
        }
    }

    /// A pinned line that would be above the others takes the first row.
    mutating func layOut(height: Int) {
        list.layOut(height: height)
        if height > 1, pinnedLine != nil { list.layOut(height: height - 1) }
    }

    /// The line of a forced logout that has been scrolled away by what came after it.
    var pinnedLine: Int? {
        guard let pinned else { return nil }
        var above = 0..<list.visible.lowerBound
        while let last = above.last {
            let middle = above.lowerBound + above.count / 2
            if listed[middle].holds(pinned) { return middle }
            above = listed[middle].first < pinned ? middle + 1..<last + 1 : above.lowerBound..<middle
        }
        return nil
    }
}
