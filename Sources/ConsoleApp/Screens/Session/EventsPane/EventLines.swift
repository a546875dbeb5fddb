import SessionCore
import TerminalUI

/// The events that the pane lists, and where the reader is among them.
struct EventLines: Sendable {
    /// Oldest first.
    var list = RowList<EventLine>(isFollowing: true, find: .filter("Filter events:"))
    var filter: String { list.find?.words ?? "" }
    private(set) var showsDetails = false
    /// The bursts that are unfolded, or, while every single step is shown, those that are folded.
    private var toggled: Set<Burst.ID> = []
    /// Where each burst has its header.
    private var headers: [Burst.ID: Int] = [:]
    /// The forced logout that stays in sight, until the reader goes there or someone signs in.
    private var pinned: Int?
    /// No event before this one is kept.
    private var oldest = 0

    var selected: SessionEvent? { list.selected?.shown.event }

    func isUnfolded(_ burst: Burst.ID) -> Bool { showsDetails != toggled.contains(burst) }

    /// Lists a new event, unless the filter hides it.
    mutating func append(_ row: EventLog.Row) {
        add(row)
        if row.event.kind.traits.end == .forced { pinned = row.event.sequence }
        if case .signedIn = row.event.kind { pinned = nil }
    }

    private mutating func add(_ row: EventLog.Row) {
        let isListed = isListed(row)
        guard let burst = row.burst else { return isListed ? addLine(row) : () }
        guard isListed || filter.isEmpty else { return }
        if headers[burst] == nil {
            headers[burst] = list.count
            list.append(EventLine(headerOf: burst, row))
        }
        if isUnfolded(burst) {
            if isListed { addLine(row) }
        } else if let header = headers[burst] {
            list.change(header) { $0.rows.append(row) }
        }
    }

    /// Lists a row in a line of its own, or, while not every single step is shown, with those before it that say the
    /// same.
    private mutating func addLine(_ row: EventLog.Row) {
        let last = list.count - 1
        guard !showsDetails, let line = list[last], line.isRepeated(by: row) else {
            return list.append(EventLine(row))
        }
        // A line that is selected must not change under the reader.
        let isLookedAt = !list.isFollowing && list.selection == last
        let isKept = isLookedAt || line.shown.event.sequence != line.last
        list.change(last) {
            $0.rows.append(row)
            if !isKept { $0.shown = row }
        }
    }

    /// Drops the lines of events that are no longer kept; a burst stays for as long as one of its events.
    mutating func forget(_ history: EventLog) {
        guard history.firstSequence != oldest else { return }
        oldest = history.firstSequence
        let oldest = oldest
        for index in list.rows.indices.prefix(while: { list[$0].map { $0.first < oldest } ?? false }) {
            list.change(index) { $0.forget(before: oldest) }
        }
        list.removeAll { line in
            line.first < oldest && line.rows.isEmpty
                && line.burst.flatMap(history.burst).map { $0.lastSequence >= oldest } != true
        }
        addHeaders()
    }

    private mutating func addHeaders() {
        headers = [:]
        for (index, line) in list.rows.enumerated() { if let burst = line.burst { headers[burst] = index } }
    }

    mutating func showDetails(_ isOn: Bool, _ history: EventLog) {
        (showsDetails, toggled) = (isOn, [])
        listAnew(history)
    }

    /// Unfolds the selected burst, or folds the one that the selected line is part of; answers whether there is one.
    mutating func toggleFold(_ history: EventLog) -> Bool {
        guard let line = list.selected, let burst = line.burst ?? line.shown.burst else { return false }
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
    mutating func listAnew(_ history: EventLog) {
        let (sequence, header) = (selected?.sequence ?? history.lastSequence, list.selected?.burst)
        let before = list
        (list, headers) = (RowList(isFollowing: true, find: list.find), [:])
        for row in history.rows { add(row) }
        let listed = list.rows
        let row =
            header.flatMap { headers[$0] } ?? listed.lastIndex { $0.holds(sequence) }
            ?? listed.lastIndex { $0.first <= sequence } ?? 0
        list = before
        list.replace(listed, selecting: listed.isEmpty ? nil : listed[row].id)
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
        if !isListed(row) { _ = list.find?.close() }
        if let burst = row.burst, !isUnfolded(burst) { toggled.formSymmetricDifference([burst]) }
        listAnew(history)
        guard let index = list.rows.lastIndex(where: { $0.holds(sequence) }) else { return false }
        list.change(index) { $0.shown = row }
        list.follow(false)
        list.select(index)
        return true
    }

    // MARK: - Moving

    mutating func follow(_ isOn: Bool) {
        list.follow(isOn)
        guard isOn, let line = list.selected, line.burst == nil, let newest = line.rows.last else { return }
        list.change(list.selection) { $0.shown = newest }
    }

    /// A pinned line that would be above the others takes the first row.
    mutating func layOut(_ size: Size) {
        // Who follows the newest has not gone there.
        if let pinned, !list.isFollowing, list.selected?.holds(pinned) == true { self.pinned = nil }
        list.layOut(size)
        if size.height > 1, pinnedLine != nil { list.layOut(Size(width: size.width, height: size.height - 1)) }
    }

    /// The line of a forced logout that has been scrolled away by what came after it.
    var pinnedLine: Int? {
        guard let pinned else { return nil }
        let listed = list.rows
        var above = 0..<list.visible.lowerBound
        while let last = above.last {
            let middle = above.lowerBound + above.count / 2
            if listed[middle].holds(pinned) { return middle }
            above = listed[middle].first < pinned ? middle + 1..<last + 1 : above.lowerBound..<middle
        }
        return nil
    }
}
