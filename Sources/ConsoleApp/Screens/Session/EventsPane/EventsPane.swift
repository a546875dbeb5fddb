import ConsoleKit
import SessionCore
import TerminalUI

/// The events, newest last: the main ones or every step, filtered, with a selection that stays in place.
struct EventsPane: ListPane {
    static let title = "Events"
    static let summary = "what happened, newest last"
    static let endsAboveNotice = true

    var lines = EventLines()
    var list: RowList<EventLine> {
        get { lines.list }
        _modify { yield &lines.list }
    }

    enum Action: String, OwnAction {
        case exchange
        case fold = "fold-burst"
        case jumpToCause = "cause"
        case follow
        case showDetails = "details"
        case filter

        var entry: OwnKey<EventsPane> {
            switch self {
            case .exchange:
                OwnKey([.enter], "exchange", "the event's exchange, or a burst's calls", .events) { $0.open(in: $1) }
            case .fold:
                OwnKey(
                    .fold, label: { pane, _ in pane.burst.map { pane.lines.isUnfolded($0) ? "fold" : "unfold" } },
                    handler: { $0.toggleFold(in: $1) })
            case .jumpToCause:
                OwnKey(["c"], "cause", "jump to the event that caused this one", .events) { $0.jumpToCause(in: $1) }
            case .follow:
                OwnKey(
                    ["F"], "follow", "keep the newest selected", .events,
                    label: { pane, _ in pane.lines.list.isFollowing ? "unfollow" : nil },
                    change: { $0.lines.follow(!$0.lines.list.isFollowing) })
            case .showDetails:
                OwnKey(["d"], "details", "show every step, or only the main ones", .events) {
                    $0.lines.showDetails(!$0.lines.showsDetails, $1.history)
                    return []
                }
            case .filter:
                .find(Binding(["/"], "filter", "filter the events; esc shows all again", .text))
            }
        }
    }

    var rowsInSight: [EventLine] {
        ([lines.pinnedLine].compactMap(\.self) + Array(list.visible)).compactMap { list[$0] }
    }

    func cutColumns(of line: EventLine) -> Int {
        let width = list.size.width
        let tag = isNarrow(width) ? 0 : tag(of: line, .ascii).columns
        return detail(of: line, .ascii).columns + tag - detailRoom(in: width)
    }

    mutating func findWords(in scene: Scene) { lines.listAnew(scene.history) }

    /// Lists an event that the history has just taken up.
    mutating func adopt(_ history: EventLog) {
        if let row = history.rows.last { lines.append(row) }
        lines.forget(history)
    }

    private mutating func open(in scene: Scene) -> [PaneOutput] {
        guard let line = selected else { return [] }
        if line.burst != nil { return toggleFold(in: scene) }
        guard let details = ExchangeDetails(behind: line.shown.event, in: scene) else {
            let words =
                line.shown.event.kind.hasStruckMessage
                ? "The fault's message has no answer yet, or is no longer kept"
                : "No message was exchanged for this event"
            return [.notice(Notice(.muted, words))]
        }
        return [.show(details)]
    }

    private mutating func toggleFold(in scene: Scene) -> [PaneOutput] {
        lines.toggleFold(scene.history) ? [] : [.notice(Notice(.muted, "This event is not part of a burst"))]
    }

    private mutating func jumpToCause(in scene: Scene) -> [PaneOutput] {
        guard let cause = lines.selected.flatMap(scene.history.origin(of:)) else {
            return [.notice(Notice(.muted, "No event caused this one: it came from you or from outside"))]
        }
        if lines.select(sequence: cause, scene.history) { return [] }
        return [.notice(Notice(.muted, "The event that caused this one is no longer kept"))]
    }

    mutating func layOut(_ size: Size, in _: Scene) { lines.layOut(size) }

    /// The burst that the selected line is the header of, or a part of.
    private var burst: Burst.ID? { selected?.burst ?? selected?.shown.burst }

    func hints(in _: Scene) -> [Action] {
        let isHeader = selected?.burst != nil
        return (isHeader ? [] : [.exchange]) + (burst == nil ? [] : [.fold])
            + [.jumpToCause, .filter, .follow, .showDetails]
    }

    func selection(in scene: Scene) -> CopyText? {
        guard let line = selected else { return nil }
        return CopyText(text(of: line, in: scene), name: line.burst == nil ? "the event" : "the burst")
    }

    func text(of line: EventLine, in scene: Scene) -> String {
        header(line, in: scene) ?? line.shown.text.plainLine
    }

    /// With what bursts hide below their headers.
    func plainText(in scene: Scene) -> String {
        list.rows.map { line in
            let header = header(line, in: scene).map { [(line.shown.event.time, $0)] } ?? []
            let rows = line.rows.filter { lines.isListed($0) }.map { ($0.event.time, $0.text.plainLine) }
            return (header + rows).map { "\(scene.time.moment($0))  \($1)\n" }.joined()
        }
        .joined()
    }

    /// What is said of a burst in its header; `nil` of any other line.
    private func header(_ line: EventLine, in scene: Scene) -> String? {
        line.burst.flatMap(scene.history.burst).map { "\(Burst.label)  \($0.tally.picture(width: .max))" }
    }
}

extension SessionEvent.Kind {
    /// Whether it tells of a fault that struck a message.
    fileprivate var hasStruckMessage: Bool {
        if case .injected(let fault) = self { fault.exchange != nil } else { false }
    }
}
