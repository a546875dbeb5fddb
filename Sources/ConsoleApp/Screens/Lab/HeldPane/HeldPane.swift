import SessionCore
import TerminalUI

/// What the session did after each fault that struck, and whether that is what the rules ask.
struct HeldPane: Pane {
    static let title = "Results"
    static let shortTitle = "Held"
    static let summary = "what the session did after each fault, and whether that was right"
    static let endsAboveNotice = true

    private(set) var ledger = TrialLedger()
    /// The rows of all trials; what is selected is the trial of the selected row.
    private(set) var list = ScrollList(isFollowing: true)
    /// The trial that stays selected whatever comes; `nil` while the newest is followed.
    private var chosen: Trial.ID?
    private var width = 0

    enum Action: String, OwnAction {
        case follow = "follow-trials"
        case open = "open-trial"

        var entry: OwnKey<HeldPane> {
            switch self {
            case .follow:
                OwnKey(["F"], "follow", "keep the newest result selected", .lab) {
                    $0.list.follow(true)
                    $0.chosen = nil
                }
            case .open: OwnKey([.enter], "message", "open the message that the fault hit", .lab) { $0.open(in: $1) }
            }
        }
    }

    /// A line of a trial.
    struct Row: Sendable, Hashable {
        let trial: Trial.ID
        let text: String
        let tone: Tone
        /// `nil` in the lines after the first.
        var heading: Heading?

        struct Heading: Sendable, Hashable {
            let verdict: Verdict
            let name: String
        }
    }

    // MARK: - What happens

    /// Answers whether what is shown has changed.
    mutating func note(_ event: SessionEvent, on terms: Terms = Terms()) -> Bool { ledger.note(event, on: terms) }

    private func open(in scene: Scene) -> [PaneOutput] {
        guard let exchange = selected?.exchange,
            let found = scene.history.events.compactMap(\.exchange).last(where: { $0.id == exchange }),
            let details = ExchangeDetails(scene.history.exchanges(with: found), showing: exchange, in: scene)
        else { return [.notice(Notice(.muted, "No message that this fault hit is kept"))] }
        return [.show(details)]
    }

    var selected: Trial? {
        let rows = rows
        guard rows.indices.contains(list.selection) else { return nil }
        return ledger.trials.first { $0.id == rows[list.selection].trial }
    }

    // MARK: - Rows

    var rows: [Row] {
        ledger.trials.flatMap { trial -> [Row] in
            let times = trial.strikes > 1 ? " ×\(trial.strikes)" : ""
            let first = Row(
                trial: trial.id, text: "", tone: trial.verdict.tone,
                heading: Row.Heading(verdict: trial.verdict, name: trial.fault.rawValue + times))
            let words = "\(trial.verdict.words) · \(trial.fault.sections)"
            return [first]
                + StyledText(words).wrapped(to: max(16, width - 4)).map {
                    Row(trial: trial.id, text: $0.text, tone: trial.verdict.tone)
                }
        }
    }

    // MARK: - Pane

    /// Moves by whole trials.
    mutating func move(_ motion: Motion) {
        guard case .lines(let step)? = motion.inList, let selected else {
            list.move(motion)
            return select(row: list.selection)
        }
        let trials = ledger.trials
        guard let place = trials.firstIndex(where: { $0.id == selected.id }) else { return }
        choose(trials[min(max(0, place + step), trials.count - 1)].id)
    }

    mutating func scroll(rows count: Int) {
        list.scroll(count)
        chosen = list.isFollowing ? nil : selected?.id
    }

    mutating func select(row: Int) {
        let rows = rows
        if rows.indices.contains(row) { choose(rows[row].trial) }
    }

    /// Selects a trial, with all of its rows in sight where there is room for them.
    private mutating func choose(_ trial: Trial.ID) {
        let rows = rows
        guard let first = rows.firstIndex(where: { $0.trial == trial }),
            let last = rows.lastIndex(where: { $0.trial == trial })
        else { return }
        let wasFollowing = list.isFollowing
        list.select(first)
        list.select(last)
        if wasFollowing, last == rows.count - 1 { list.follow(true) }
        chosen = list.isFollowing ? nil : trial
    }

    mutating func layOut(_ size: Size, in _: Scene) {
        width = size.width
        let rows = rows
        list.replace(count: rows.count, selecting: chosen.flatMap { id in rows.lastIndex { $0.trial == id } })
        list.layOut(height: size.height)
    }

    func hints(in _: Scene) -> [Action] {
        (selected?.exchange == nil ? [] : [.open]) + (list.isFollowing ? [] : [.follow])
    }

    func selection(in _: Scene) -> CopyText? {
        selected.map { CopyText("\($0.fault.rawValue): \($0.verdict.label), \($0.verdict.words)", name: "the verdict") }
    }

    func plainText(in scene: Scene) -> String {
        ledger.trials.map { trial in
            "\(scene.time.moment(trial.time))  \(trial.fault.rawValue): \(trial.verdict.label), "
                + "\(trial.verdict.words) (\(trial.rulesInWords))\n"
        }
        .joined()
    }

    func note(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let verdicts = ledger.trials.map(\.verdict.label)
        let counts = ["passed", "FAILED", "waiting", "undecided"].compactMap { label in
            let count = verdicts.count { $0 == label }
            return count == 0 ? nil : "\(count) \(label)"
        }
        return StyledText.words(counts.joined(separator: " · "), .dim, glyphs: glyphs)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        let rows = rows
        if rows.isEmpty {
            var lines = [StyledText("no fault has come yet", .dim)]
            if !scene.placement.isOnlyLookedAt {
                lines += [
                    StyledText(), canvas.key(FaultsPane.Action.arm, "in the list of faults injects the selected one"),
                    canvas.key(LabScreen.Action.preset, "arms several at once"),
                ]
            }
            return canvas.write(lines.compacted(to: area.height), in: area)
        }
        let selected = selected?.id
        for (index, place) in zip(list.visible, area.rows) {
            draw(rows[index], on: &canvas, in: place, scene)
            canvas.mark(place, as: .row(index))
            if rows[index].trial == selected { canvas.select(place, isFocused: isFocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }

    private func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        guard let heading = row.heading, let trial = ledger.trials.first(where: { $0.id == row.trial }) else {
            return canvas.write(canvas.words(row.text), in: place.inset(left: 4))
        }
        let sign = StyledText(TextWidth.pad(heading.verdict.sign(canvas.glyphs), to: 12), heading.verdict.tone.style)
        canvas.write(
            sign + canvas.words(heading.name), right: StyledText(scene.time.moment(trial.time), .dim), in: place)
    }
}
