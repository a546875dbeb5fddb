import ClientObservation
import SessionCore
import TerminalUI

/// The rules that the programs that are watched have broken, the gravest first.
struct FindingsPane: Pane {
    static let title = "Findings"
    static let summary = "the rules that a client or a server has broken: error, warning or note"
    static let endsAboveNotice = true

    private(set) var findings: [ClientFinding] = []
    private(set) var items = ItemList(mostRows: 3)
    /// Whether the newest finding is selected when it comes.
    private(set) var isFollowing = true
    private var scroll = SideScroll()
    private var width = 60
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
                    obstacle: { pane, _ in pane.findings.isEmpty ? noFinding : nil },
                    handler: { $0.open(in: $1) })
            case .cause:
                OwnKey(
                    ["c"], "cause", "what is wrong, what a right client does, and the section that says so", .events,
                    obstacle: { pane, _ in pane.findings.isEmpty ? noFinding : nil },
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

    var selected: ClientFinding? {
        findings.indices.contains(items.list.selection) ? findings[items.list.selection] : nil
    }

    // MARK: - What happens

    mutating func note(_ clients: SeenClients, _ change: SeenChange) {
        guard !change.findings.isEmpty || change.isOver else { return }
        let newest = change.findings.last { $0.count == 1 }?.id
        let chosen = isFollowing ? (clients.isOver ? nil : newest ?? selected?.id) : selected?.id
        findings = clients.findings.sorted { ($0.weight.rank, $0.id) < ($1.weight.rank, $1.id) }
        items.replace(count: findings.count, selecting: findings.firstIndex { $0.id == chosen } ?? 0)
    }

    private mutating func follow(_ isOn: Bool) {
        isFollowing = isOn
        guard isOn, let newest = findings.indices.max(by: { findings[$0].id < findings[$1].id }) else { return }
        items.select(newest)
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
        switch key {
        case .escape: saving = nil
        case .enter:
            guard let path = saving?.path else { break }
            saving = nil
            return [.effect(.tool(.saveTicket(scene.clients, Array(scene.history.events), path: path)))]
        default: saving?.type(key)
        }
        return []
    }

    // MARK: - What others ask

    mutating func move(_ motion: Motion) {
        guard motion.sideways == 0 else {
            let widest = items.places(in: Rect(Size(width: width, height: 1_000)))
                .map { TextWidth.columns(of: findings[$0.item].summary) }.max()
            return scroll.move(motion, cut: (widest ?? 0) - width + Self.indent)
        }
        isFollowing = false
        items.move(motion)
    }

    mutating func scroll(rows: Int) {
        isFollowing = false
        items.scroll(rows)
    }

    mutating func select(row: Int) {
        isFollowing = false
        items.select(row)
    }

    mutating func layOut(_ size: Size, in _: Scene) {
        width = size.width
        items.layOut(height: size.height)
    }

    func hints(in _: Scene) -> [Action] { findings.isEmpty ? [] : [.evidence, .cause, .ticket, .follow] }

    func selection(in scene: Scene) -> CopyText? {
        selected.map { CopyText(text(of: $0, in: scene), name: "the finding") }
    }

    func plainText(in scene: Scene) -> String { findings.map { text(of: $0, in: scene) + "\n" }.joined() }

    private func text(of finding: ClientFinding, in scene: Scene) -> String {
        "\(finding.weight.rawValue): \(head(of: finding, in: scene, .unicode).text)  \(finding.summary)"
    }

    // MARK: - Drawing

    private static let indent = 2

    func note(isFocused _: Bool, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        FindingRule.Weight.allCases.reduce(into: StyledText()) { text, weight in
            let count = findings.count { $0.weight == weight }
            guard count > 0 else { return }
            if !text.isEmpty { text += StyledText("  ") }
            text += StyledText("\(weight.mark(glyphs)) \(count)", weight.style)
        }
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard !findings.isEmpty else {
            let words = scene.clients.isOver ? "nothing was found" : "nothing was found yet"
            return canvas.write(StyledText(words, .dim), in: area)
        }
        for (item, place) in items.places(in: area) {
            let finding = findings[item]
            let (first, second) = place.split(top: 1)
            let head = head(of: finding, in: scene, canvas.glyphs)
            if second.isEmpty {
                canvas.write(
                    StyledText("\(finding.weight.mark(canvas.glyphs)) ", finding.weight.style)
                        + count(finding, canvas.glyphs) + canvas.words(finding.summary), movedBy: scroll, in: first)
            } else {
                canvas.write(head, in: first)
                let room = second.inset(left: Self.indent)
                if room.height == 1 {
                    canvas.write(canvas.words(finding.summary), movedBy: scroll, in: room)
                } else {
                    canvas.write(canvas.words(finding.summary).wrapped(to: room.width), in: room)
                }
            }
            canvas.mark(place, as: .row(item))
            if item == items.list.selection { canvas.select(place, isFocused: isFocused) }
        }
        canvas.drawScrollbar(items.list, beside: area)
    }

    private func count(_ finding: ClientFinding, _ glyphs: Glyphs) -> StyledText {
        finding.count == 1 ? StyledText() : StyledText("\(glyphs.times)\(finding.count) ", .accent)
    }

    /// How often and when, and the sections: `✗ ×2 14:02:11 – 14:02:12  RFC 9700 §4.14.2`.
    private func head(of finding: ClientFinding, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        let (first, last) = (scene.time.brief(finding.first.moment), scene.time.brief(finding.last.moment))
        let times = first == last ? first : "\(first) \(glyphs.dash) \(last)"
        let sections = finding.details?.sections.map(\.description).joined(separator: ", ") ?? ""
        return StyledText("\(finding.weight.mark(glyphs)) ", finding.weight.style) + count(finding, glyphs)
            + StyledText(times, .dim) + StyledText.words("  \(sections)", .accent, glyphs: glyphs)
    }
}

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
