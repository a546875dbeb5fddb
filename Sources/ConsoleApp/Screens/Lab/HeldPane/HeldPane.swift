import ConsoleFaults
import ConsoleKit
import SessionCore
import TerminalUI

/// What the session did after each fault that struck, and whether that is what the rules ask.
struct HeldPane: ListPane {
    static let title = "Results"
    static let summary = "what the session did after each fault, and whether that was right"
    static let endsAboveNotice = true
    static let rowName = "the verdict"

    private(set) var ledger = TrialLedger()
    /// The rows of all trials; what is selected is the trial of the selected row.
    var list = RowList<Row>(isFollowing: true)

    enum Action: String, OwnAction {
        case follow = "follow-trials"
        case open = "open-trial"

        var entry: OwnKey<HeldPane> {
            switch self {
            case .follow:
                OwnKey(["F"], "follow", "keep the newest result selected", .lab) { $0.list.follow(true) }
            case .open: OwnKey([.enter], "message", "open the message that the fault hit", .lab) { $0.open(in: $1) }
            }
        }
    }

    /// A line of a trial.
    struct Row: ListRow {
        struct ID: Sendable, Hashable {
            let trial: Trial.ID
            let line: Int
        }

        let id: ID
        let text: String
        let tone: Tone
        /// `nil` in the lines after the first.
        var heading: Heading?

        struct Heading: Sendable {
            let verdict: TrialVerdict
            let name: String
        }
    }

    // MARK: - What happens

    /// Answers whether what is shown has changed.
    mutating func observe(_ event: SessionEvent, on terms: Terms = Terms()) -> Bool {
        guard ledger.observe(event, on: terms) else { return false }
        listAnew()
        return true
    }

    /// All rows of the selected trial stay in sight.
    private mutating func listAnew() {
        let rows = rows
        let last = list.chosen.flatMap { chosen in rows.last { $0.id.trial == chosen.trial } }
        list.replace(rows, selecting: last?.id)
    }

    private func open(in scene: Scene) -> [PaneOutput] {
        guard let exchange = selected?.exchange,
            let found = scene.history.events.compactMap(\.exchange).last(where: { $0.id == exchange }),
            let details = ExchangeDetails(scene.history.exchanges(with: found), showing: exchange, in: scene)
        else { return [.notice(Notice(.muted, "No message that this fault hit is kept"))] }
        return [.show(details)]
    }

    var selected: Trial? { list.selected.flatMap { row in ledger.trials.first { $0.id == row.id.trial } } }

    func isMarked(_ row: Row, isSelected _: Bool) -> Bool { row.id.trial == list.selected?.id.trial }

    // MARK: - Rows

    private var rows: [Row] {
        ledger.trials.flatMap { trial -> [Row] in
            let times = trial.strikes > 1 ? " ×\(trial.strikes)" : ""
            let heading = Row.Heading(verdict: trial.verdict, name: trial.fault.rawValue + times)
            let words = "\(trial.verdict.words) · \(trial.fault.sections)"
            let lines = StyledText(words).wrapped(to: max(16, list.size.width - 4)).map(\.text)
            return ([""] + lines).enumerated().map { line, text in
                Row(
                    id: Row.ID(trial: trial.id, line: line), text: text, tone: trial.verdict.tone,
                    heading: line == 0 ? heading : nil)
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

    mutating func select(row: Int) {
        if let row = list[row] { choose(row.id.trial) }
    }

    /// Selects a trial, with all of its rows in sight where there is room for them.
    private mutating func choose(_ trial: Trial.ID) {
        let rows = list.rows
        guard let first = rows.firstIndex(where: { $0.id.trial == trial }),
            let last = rows.lastIndex(where: { $0.id.trial == trial })
        else { return }
        let wasFollowing = list.isFollowing
        list.select(first)
        list.select(last)
        if wasFollowing, last == rows.count - 1 { list.follow(true) }
    }

    mutating func layOut(_ size: Size, in _: Scene) {
        list.layOut(size)
        listAnew()
    }

    func hints(in _: Scene) -> [Action] {
        (selected?.exchange == nil ? [] : [.open]) + (list.isFollowing ? [] : [.follow])
    }

    func selection(in _: Scene) -> CopyText? {
        selected.map { CopyText("\($0.fault.rawValue): \($0.verdict.label), \($0.verdict.words)", name: Self.rowName) }
    }

    func plainText(in scene: Scene) -> String {
        ledger.trials.map { trial in
            "\(scene.time.moment(trial.time))  \(trial.fault.rawValue): \(trial.verdict.label), "
                + "\(trial.verdict.words) (\(trial.rulesInWords))\n"
        }
        .joined()
    }

    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let verdicts = ledger.trials.map(\.verdict.label)
        let counts = ["passed", "FAILED", "waiting", "undecided"].compactMap { label in
            let count = verdicts.count { $0 == label }
            return count == 0 ? nil : "\(count) \(label)"
        }
        return StyledText.words(counts.joined(separator: " · "), .dim, glyphs: glyphs)
    }

    func absence(in scene: Scene, _ canvas: Canvas, width _: Int) -> [StyledText] {
        let words = StyledText("no fault has come yet", .dim)
        if scene.placement.isOnlyLookedAt { return [words] }
        let lines = [
            words, StyledText(), canvas.key(FaultsPane.Action.arm, "in the list of faults injects the selected one"),
            canvas.key(LabScreen.Action.preset, "arms several at once"),
        ]
        return lines.compacted(to: list.size.height)
    }

    func text(of row: Row, in _: Scene) -> String { row.heading?.name ?? row.text }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        guard let heading = row.heading, let trial = ledger.trials.first(where: { $0.id == row.id.trial }) else {
            return canvas.write(canvas.words(row.text), in: place.inset(left: 4))
        }
        let sign = StyledText(TextWidth.pad(heading.verdict.sign(canvas.glyphs), to: 12), heading.verdict.tone.style)
        canvas.write(
            sign + canvas.words(heading.name), right: StyledText(scene.time.moment(trial.time), .dim), in: place)
    }
}
