import ConsoleKit
import SessionCore
import TerminalUI

/// The sequence diagram, newest last, with a selection that stays in place.
struct DiagramPane: ListPane {
    static let title = "Flow"
    static let summary = "every message of the session, as a sequence diagram of at most \(Flow.capacity) lines"
    static let endsAboveNotice = true

    private(set) var flow = Flow()
    private(set) var lines = FlowLines()
    var list: RowList<FlowLine> {
        get { lines.list }
        _modify { yield &lines.list }
    }
    private(set) var layout = LaneLayout(Flow().lanes, width: 80)
    /// How many rows are drawn below the lines for what has no answer yet.
    private(set) var rowsUnderWay = 0
    /// More such rows would leave too few to the lines.
    private static let mostUnderWay = 4
    /// Narrower text has no room for words.
    private static let leastText = 80
    /// The name of a file, while it is typed.
    private var saving: SaveField?

    enum Action: String, OwnAction {
        case message
        case fold = "fold-burst"
        case jumpToCause = "cause"
        case follow
        case filter
        case saveMermaid = "save-mermaid"

        var entry: OwnKey<DiagramPane> {
            switch self {
            case .message:
                OwnKey([.enter], "message", "the message with its answer, or a burst's calls", .events) {
                    $0.open(in: $1)
                }
            case .fold:
                OwnKey(
                    .fold,
                    label: { pane, _ in
                        pane.lines.selected?.burst.map { pane.lines.isUnfolded($0) ? "fold" : "unfold" }
                    },
                    handler: { pane, _ in pane.toggleFold() })
            case .jumpToCause: OwnKey(["c"], "cause", "jump to what caused this", .events) { $0.jumpToCause(in: $1) }
            case .follow: .follow("keep the newest selected", .events)
            case .filter:
                .find(
                    Binding(["/"], "filter", "filter: lane:api kind:token status:401 token:A3F1 or any text", .text))
            case .saveMermaid:
                OwnKey(["w"], "save", "save the diagram as Mermaid, or as a page for a ticket (.md)", .text) {
                    $0.saving = SaveField(name: "flow.mmd", title: "Save the diagram (.mmd) or a ticket (.md) as:")
                }
            }
        }
    }

    mutating func observe(_ event: FlowEvent) {
        let added = flow.append(event)
        lines.append(flow, added: added, by: event)
    }

    mutating func observe(_ others: [OtherProcessEvent]) {
        let (added, isAtEnd) = flow.insert(others)
        if added > 0 { lines.insert(flow, added: added, isAtEnd: isAtEnd) }
    }

    private mutating func open(in scene: Scene) -> [PaneOutput] {
        guard let line = lines.selected else { return [] }
        if line.isHeader { return toggleFold() }
        if let row = line.row, let details = ExchangeDetails(ofOther: row, in: scene) { return [.show(details)] }
        guard let event = line.event(in: scene) else {
            return [.notice(Notice(.muted, "This message is listed, but its content is no longer kept"))]
        }
        guard let details = ExchangeDetails(behind: event, in: scene) else {
            // The row may have had no room for all of it.
            let words = line.row.map(\.step.detail).flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
            return [.notice(Notice(.muted, "No message was exchanged for this line\(words)"))]
        }
        return [.show(details)]
    }

    private mutating func toggleFold() -> [PaneOutput] {
        guard !lines.toggleFold(flow) else { return [] }
        let words = lines.filter.isEmpty ? "This line is not part of a burst" : "A filter unfolds all bursts"
        return [.notice(Notice(.muted, words))]
    }

    /// Selects the line of the nearest cause that has one.
    private mutating func jumpToCause(in scene: Scene) -> [PaneOutput] {
        guard let line = lines.selected else { return [] }
        if let row = line.row, let origin = row.origin { return jumpToCause(of: row, in: origin.process) }
        if let source = line.row.flatMap(flow.source), lines.select(source, flow) { return [] }
        let event = line.event(in: scene)
        // A fault explains the message that it struck. One is repeated because of its first answer, and what failed may
        // have failed because of a fault.
        let armed = event.flatMap(scene.history.arming(ofFaultsIn:))?.sequence
        let repeated = line.row?.repeats ?? event.flatMap(scene.history.struckMessage(before:))?.sequence
        let tokens = event.map(scene.history.places(before:)) ?? []
        for place in [armed].compactMap(\.self) + tokens + [repeated].compactMap(\.self)
        where lines.select(sequence: place, flow) {
            return []
        }
        var next = line.row?.cause
        while let sequence = next {
            if lines.select(sequence: sequence, flow) { return [] }
            guard let event = scene.history.event(sequence) else { break }
            // A 401 is told by its message.
            if let exchange = scene.history.message(of: event), exchange < line.sequence,
                lines.select(sequence: exchange, flow)
            {
                return []
            }
            next = event.cause.flatMap { $0 < sequence ? $0 : nil }
        }
        if let place = event.flatMap(scene.history.fault(behind:)).flatMap(scene.history.place(ofFault:)),
            place < line.sequence, lines.select(sequence: place, flow)
        {
            return []
        }
        let words =
            line.row?.cause == nil
            ? "Nothing caused this: it came from you or from outside"
            : "A call of yours caused this; it has no line above"
        return [.notice(Notice(.muted, words))]
    }

    /// Selects the row of another process that led to one of its rows.
    private mutating func jumpToCause(of row: Flow.Row, in process: String) -> [PaneOutput] {
        if let cause = flow.cause(of: row), lines.select(cause, flow) { return [] }
        let words =
            row.origin?.cause == nil
            ? "Nothing caused this: it came from the user of \(process) or from outside"
            : "Its cause in \(process) has no line above"
        return [.notice(Notice(.muted, words))]
    }

    // MARK: - Typing

    var prompt: Prompt? { saving?.prompt ?? list.find?.prompt }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] {
        if saving == nil { return typeWords(key, in: scene) }
        guard let path = saving.type(key) else { return [] }
        let isTicket = path.hasSuffix(".md")
        return [
            .effect(
                .tool(isTicket ? .saveTicket(Ticket(scene), path: path) : .save(Array(flow.mermaid.utf8), path: path)))
        ]
    }

    mutating func findWords(in _: Scene) { lines.setFilter(list.find?.words ?? "", flow) }

    // MARK: - What others ask

    /// Lanes above and counts below take a row each, and so does what has no answer yet, below the newest line.
    mutating func layOut(_ size: Size, in _: Scene) {
        let (width, height) = (size.width, max(1, size.height - 2))
        layout = LaneLayout(flow.lanes, width: Self.diagramWidth(in: size.width), label: flow.widestLabel)
        list.layOut(Size(width: width, height: height))
        rowsUnderWay = 0
        guard list.isFollowing || list.count < height else { return }
        let most = list.isFollowing ? Self.mostUnderWay : min(Self.mostUnderWay, height - list.count)
        rowsUnderWay = min(listedUnderWay.count, most, height - 1)
        list.layOut(Size(width: width, height: height - rowsUnderWay))
    }

    /// What has no answer yet and passes the filter.
    var listedUnderWay: [FlowUnderWay] {
        flow.underWay.filter {
            let step = $0.step()
            return lines.filter.passes(step, step.searchedText)
        }
    }

    func hints(in _: Scene) -> [Action] {
        let isInBurst = lines.filter.isEmpty && flow.burst(lines.selected?.burst) != nil
        let fold: [Action] = isInBurst ? [.fold] : []
        return (lines.selected?.isHeader == true ? fold : [.message] + fold)
            + [.jumpToCause, .filter, .follow, .saveMermaid]
    }

    /// The token that went along with the selected line, or that it is about.
    func selectedToken(in scene: Scene) -> Fingerprint? {
        let sent = lines.selected?.row.flatMap { Fingerprint(digits: $0.step.token) }
        return sent ?? lines.selected.flatMap { $0.event(in: scene)?.kind.traits.token }
    }

    /// What the answer to the selected line's call demands.
    func stepUp(in scene: Scene) -> StepUp? {
        guard let call = lines.selected?.event(in: scene)?.kind.traits.request else { return nil }
        for event in scene.history.events.reversed() where event.kind.traits.request == call {
            if let stepUp = StepUp(event.kind) { return stepUp }
        }
        return nil
    }

    func selection(in scene: Scene) -> CopyText? {
        lines.selected.map { CopyText(text(of: $0, in: scene), name: $0.isHeader ? "the burst" : "the message") }
    }

    /// The flow as `events --flow` has it.
    func plainText(in scene: Scene) -> String {
        var text = FlowText(width: max(Self.leastText, scene.placement.terminalWidth))
        let items = flow.items().items
        return (goneWords.prefix(1) + items.flatMap { text.lines($0) } + [flow.summary]).joined(separator: "\n") + "\n"
    }

    func text(of line: FlowLine, in _: Scene) -> String {
        switch line.content {
        case .row(let row): row.step.line
        case .caller(let caller, _): caller.step.line
        case .header(let id, _): flow.burst(id).map { "\($0.name)  \($0.tally.picture(width: .max))" } ?? ""
        }
    }
}

extension FlowStep {
    /// The row in one line.
    fileprivate var line: String {
        [place, words, status.map(String.init) ?? "", duration.map(DurationText.measured) ?? "", token]
            .filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
