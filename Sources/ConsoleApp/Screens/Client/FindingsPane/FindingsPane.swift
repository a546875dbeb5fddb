import ConsoleKit
import ClientObservation
import SessionCore
import TerminalUI

/// The rules that the programs that are watched have broken, the gravest first.
struct FindingsPane: ListPane {
    static let title = "Findings"
    static let summary = "the rules that a client or a server has broken: error, warning or note"
    static let endsAboveNotice = true
    static let rowName = "the finding"

    var list = RowList<ClientFinding>(rowHeight: 3)
    /// The name of the ticket's file, while it is typed.
    private var saving: SaveField?

    enum Action: String, OwnAction {
        case evidence = "finding-messages"
        case cause = "finding-cause"
        case follow = "follow-findings"
        case ticket = "save-ticket"

        var entry: OwnKey<FindingsPane> {
            switch self {
            case .evidence:
                OwnKey(
                    [.enter], "messages", "the messages that show the selected finding", .events,
                    obstacle: { pane, _ in pane.list.isEmpty ? noFinding : nil },
                    handler: { $0.open(in: $1) })
            case .cause:
                OwnKey(
                    ["c"], "cause", "what is wrong, what a right client does, and the section that says so", .events,
                    obstacle: { pane, _ in pane.list.isEmpty ? noFinding : nil },
                    handler: { pane, scene in
                        pane.selected.map { [.show(ExchangeDetails($0, in: scene))] } ?? []
                    })
            case .follow:
                OwnKey(
                    ["F"], "follow", "keep the newest finding selected", .events,
                    label: { pane, _ in pane.isFollowing ? "unfollow" : nil },
                    change: { $0.follow(!$0.isFollowing) })
            case .ticket:
                OwnKey(["w"], "ticket", "save the findings with their messages as a page for a ticket", .text) {
                    $0.saving = SaveField(name: "findings.md", title: "Save the ticket as:")
                }
            }
        }
    }

    private static let noFinding = "nothing was found"

    /// Whether the newest finding is selected when it comes.
    private var isFollowing: Bool { list.chosen == nil }

    // MARK: - What happens

    mutating func observe(_ clients: SeenClients, _ change: SeenChange) {
        guard !change.findings.isEmpty || change.isOver else { return }
        let findings = clients.findings.sorted { ($0.weight.rank, $0.id) < ($1.weight.rank, $1.id) }
        let newest = change.findings.last { $0.count == 1 }?.id
        let shown = clients.isOver ? findings.first?.id : newest
        list.replace(findings, selecting: isFollowing ? shown : nil)
    }

    private mutating func follow(_ isOn: Bool) {
        if isOn { list.choose(list.rows.map(\.id).max()) }
        list.choose(isOn ? nil : selected?.id)
    }

    private func open(in scene: Scene) -> [PaneOutput] {
        guard let finding = selected else { return [] }
        let exchanges = scene.history.exchanges(finding.messages)
        guard let details = ExchangeDetails(exchanges, showing: exchanges.first?.id, in: scene) else {
            return [.notice(Notice(.muted, "The messages of this finding have no answer yet, or are no longer kept"))]
        }
        return [.show(details)]
    }

    // MARK: - The ticket's name

    var prompt: Prompt? { saving?.prompt }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] {
        guard let path = saving.type(key) else { return [] }
        return [.effect(.tool(.saveTicket(Ticket(scene), path: path)))]
    }

    func hints(in _: Scene) -> [Action] { list.isEmpty ? [] : [.evidence, .cause, .ticket, .follow] }

    func text(of finding: ClientFinding, in scene: Scene) -> String {
        "\(finding.weight.rawValue): \(head(of: finding, in: scene, .unicode).text)  \(finding.summary)"
    }

    // MARK: - Drawing

    private static let indent = 2

    func titleEnd(isFocused _: Bool, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        FindingRule.Weight.allCases.reduce(into: StyledText()) { text, weight in
            let count = list.rows.count { $0.weight == weight }
            guard count > 0 else { return }
            if !text.isEmpty { text += StyledText("  ") }
            text += StyledText("\(weight.mark(glyphs)) \(count)", weight.style)
        }
    }

    func absence(in scene: Scene, _: Canvas, width _: Int) -> [StyledText] {
        [StyledText(scene.clients.isOver ? "nothing was found" : "nothing was found yet", .dim)]
    }

    func cutColumns(of finding: ClientFinding) -> Int {
        TextWidth.columns(of: finding.summary) - list.size.width + Self.indent
    }

    func draw(_ finding: ClientFinding, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        let (first, second) = place.split(top: 1)
        let summary = canvas.words(finding.summary)
        guard !second.isEmpty else {
            let mark = StyledText("\(finding.weight.mark(canvas.glyphs)) ", finding.weight.style)
            return canvas.write(mark + count(finding, canvas.glyphs) + summary, movedBy: list.left, in: first)
        }
        canvas.write(head(of: finding, in: scene, canvas.glyphs), in: first)
        let room = second.inset(left: Self.indent)
        if room.height == 1 {
            canvas.write(summary, movedBy: list.left, in: room)
        } else {
            canvas.write(summary.wrapped(to: room.width), in: room)
        }
    }

    private func count(_ finding: ClientFinding, _ glyphs: Glyphs) -> StyledText {
        finding.count == 1 ? StyledText() : StyledText("\(glyphs.times)\(finding.count) ", .accent)
    }

    /// How often and when, and the sections: `✗ ×2 14:02:11 – 14:02:12  RFC 9700 §4.14.2`.
    private func head(of finding: ClientFinding, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        let (first, last) = (scene.time.brief(finding.first.moment), scene.time.brief(finding.last.moment))
        let times = first == last ? first : "\(first) \(glyphs.dash) \(last)"
        let sections = finding.details?.sections.map(\.description).joined(separator: ", ") ?? ""
        let side = scene.stage.counted == .clients ? finding.details?.side.map { "  \($0.label)" } ?? "" : ""
        return StyledText("\(finding.weight.mark(glyphs)) ", finding.weight.style) + count(finding, glyphs)
            + StyledText(times, .dim) + StyledText.words(side, .text, glyphs: glyphs)
            + StyledText.words("  \(sections)", .accent, glyphs: glyphs)
    }
}

extension ClientFinding: ListRow {}

extension FindingRule.Weight {
    func mark(_ glyphs: Glyphs) -> String {
        switch self {
        case .error: glyphs.cross
        case .warning: "!"
        case .note: glyphs.dash
        }
    }

    var style: Style {
        switch self {
        case .error: .danger
        case .warning: .warning
        case .note: .dim
        }
    }

    /// The gravest first.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
