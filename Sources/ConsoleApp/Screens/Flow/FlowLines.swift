import TerminalUI

/// The lines of the diagram, and where the reader is among them.
struct FlowLines: Sendable {
    /// Oldest first.
    var list = RowList<FlowLine>(
        isFollowing: true,
        find: .filter("Filter:", placeholder: "lane:api kind:token status:401 token:A3F1 text"))
    private(set) var filter = FlowFilter("")
    /// The line that was selected before the filter, until the reader selects another one.
    private var unfiltered: FlowLine?
    private var unfolded: Set<Int> = []
    /// The bursts that have a header.
    private var headers: Set<Int> = []
    /// How many rows had left when lines were last forgotten.
    private var leftCount = 0

    var selected: FlowLine? { list.selected }

    func isUnfolded(_ burst: Int) -> Bool { unfolded.contains(burst) }

    // MARK: - What comes and goes

    /// Lists the newest rows of a flow, which an event has just added.
    mutating func append(_ flow: Flow, added: Int, by event: FlowEvent) {
        if let burst = flow.burst(flow.newestBurst), filter.isEmpty, !headers.contains(burst.id) { fold(burst) }
        for row in flow.rows.suffix(added) where isListed(row, flow) {
            list.append(FlowLine(row))
        }
        // Who stands at the gate is known with the refresh, and with each further call.
        if let burst = flow.newestBurst, unfolded.contains(burst), changesGate(of: burst, event.turn) { listAnew(flow) }
        // A call may turn out to be none, and a burst with it.
        if event.isUserInfo, headers.contains(where: { flow.burst($0) == nil }) { listAnew(flow) }
        forget(flow)
    }

    /// Lists rows of other processes that a flow has just got.
    mutating func insert(_ flow: Flow, added: Int, isAtEnd: Bool) {
        if isAtEnd {
            for row in flow.rows.suffix(added) where isListed(row, flow) {
                list.append(FlowLine(row))
            }
        } else {
            listAnew(flow, afterAdding: true)
        }
        forget(flow)
    }

    /// Puts a header in the place of the rows that were listed before the burst was one.
    private mutating func fold(_ burst: FlowBurst) {
        headers.insert(burst.id)
        let listed = list.rows
        let start = listed.lastIndex { $0.sequence <= burst.id }.map { $0 + 1 } ?? 0
        guard let place = listed[start...].firstIndex(where: { $0.burst == burst.id }) else {
            return list.append(FlowLine(headerOf: burst))
        }
        let header = FlowLine(headerOf: burst)
        let after = listed[place...].filter { $0.burst != burst.id }
        list.replace(
            listed[..<place] + [header] + after, selecting: selected?.burst == burst.id ? header.id : nil)
    }

    /// Whether other calls stand at the gate of a burst after an event; the first that says that it waited may be late.
    private func changesGate(of burst: Int, _ turn: FlowEvent.Turn) -> Bool {
        if turn.changesGate { return true }
        let listed = list.rows
        guard turn.hasWaited, let header = listed.lastIndex(where: { $0.isHeader && $0.burst == burst }) else {
            return false
        }
        return !(listed.indices.contains(header + 1) && listed[header + 1].isCaller)
    }

    private mutating func forget(_ flow: Flow) {
        guard flow.leftCount != leftCount else { return }
        leftCount = flow.leftCount
        let kept = Set(flow.rows.map(\.number))
        let gone = list.rows.prefix { line in
            line.row.map { !kept.contains($0.number) } ?? (flow.burst(line.burst) == nil)
        }
        for line in gone where line.isHeader {
            headers.remove(line.sequence)
            unfolded.remove(line.sequence)
        }
        list.removeFirst(gone.count)
    }

    private func isListed(_ row: Flow.Row, _ flow: Flow) -> Bool {
        guard filter.isEmpty else { return filter.passes(row.step, row.searched) }
        return flow.burst(row.burst).map { unfolded.contains($0.id) } ?? true
    }

    // MARK: - What is listed

    mutating func setFilter(_ words: String, _ flow: Flow) {
        let before = unfiltered?.id == list.chosen ? unfiltered ?? selected : selected
        filter = FlowFilter(words)
        listAnew(flow, selecting: before)
        unfiltered = filter.isEmpty ? nil : before
    }

    /// Unfolds the selected burst, or folds the one that the selected line belongs to; answers whether there is one.
    mutating func toggleFold(_ flow: Flow) -> Bool {
        guard let burst = flow.burst(selected?.burst), filter.isEmpty else { return false }
        unfolded.formSymmetricDifference([burst.id])
        list.follow(false)
        listAnew(flow)
        guard let header = list.rows.firstIndex(where: { $0.isHeader && $0.burst == burst.id }) else { return true }
        // Scrolls the burst's lines into sight before its header.
        list.select(header + list.visible.count - 1)
        list.select(header)
        return true
    }

    /// Selects the first row of an event, after unfolding its burst and dropping a filter that hides it.
    mutating func select(sequence: Int, _ flow: Flow) -> Bool {
        let index = flow.index(of: sequence)
        guard flow.rows.indices.contains(index), flow.rows[index].sequence == sequence,
            flow.rows[index].origin == nil
        else { return selectCaller(sequence, flow) }
        return select(flow.rows[index], flow)
    }

    /// Selects a row, after unfolding its burst and dropping a filter that hides it.
    mutating func select(_ row: Flow.Row, _ flow: Flow) -> Bool {
        if !filter.isEmpty, !filter.passes(row.step, row.searched) { dropFilter() }
        if let burst = flow.burst(row.burst), filter.isEmpty { unfolded.insert(burst.id) }
        listAnew(flow)
        guard let place = list.index(of: .row(row.number)) else { return false }
        list.follow(false)
        list.select(place)
        return true
    }

    /// Selects the call at the gate of the selected line's burst that began with the event.
    private mutating func selectCaller(_ sequence: Int, _ flow: Flow) -> Bool {
        guard let burst = flow.burst(selected?.burst), burst.callers.contains(where: { $0.sequence == sequence }) else {
            return false
        }
        dropFilter()
        unfolded.insert(burst.id)
        listAnew(flow)
        guard let place = list.rows.firstIndex(where: { $0.isCaller && $0.sequence == sequence }) else { return false }
        list.follow(false)
        list.select(place)
        return true
    }

    private mutating func dropFilter() {
        filter = FlowFilter("")
        _ = list.find?.close()
    }

    /// Makes the list anew; the selected line stays selected, or else its burst or what comes before it.
    private mutating func listAnew(_ flow: Flow, selecting line: FlowLine? = nil, afterAdding isNews: Bool = false) {
        let before = line ?? selected
        var listed: [FlowLine] = []
        headers = []
        for row in flow.rows {
            if let burst = flow.burst(row.burst), filter.isEmpty, headers.insert(burst.id).inserted {
                listed.append(FlowLine(headerOf: burst))
                if unfolded.contains(burst.id) { listed += burst.callers.map { FlowLine($0, of: burst.id) } }
            }
            if isListed(row, flow) { listed.append(FlowLine(row)) }
        }
        var place: Int?
        if let before {
            place =
                listed.firstIndex { $0.id == before.id }
                ?? before.burst.flatMap { burst in listed.firstIndex { $0.isHeader && $0.burst == burst } }
                ?? listed.lastIndex { $0.sequence <= before.sequence }
        }
        let first = listed.first?.id
        list.replace(listed, selecting: place.map { listed[$0].id } ?? first, isNews: isNews)
    }
}

extension FlowEvent.Turn {
    /// Whether other calls stand at the gate after it.
    fileprivate var changesGate: Bool {
        switch self {
        case .callBegan, .refreshBegan: true
        case .none, .configured, .messageBegan, .signIn, .callAnswered, .callFailed, .exchanged, .refreshEnded,
            .adopted, .lost,
            .signedOut:
            false
        }
    }
}
