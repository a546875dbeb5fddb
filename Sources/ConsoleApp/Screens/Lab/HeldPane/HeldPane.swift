import ConsoleFaults
import ConsoleKit
import SessionCore
import TerminalUI

/// What the session did after each fault that struck, and whether that is what the rules ask; and what is armed.
struct HeldPane: ListPane {
    static let title = "Results"
    static let summary = "what the session did after each fault, whether that was right, and what is armed"
    static let endsAboveNotice = true
    static let rowName = "the verdict"
    static let marksSelection = true

    /// Oldest first.
    private(set) var trials: [Trial] = []
    /// In the order in which they were armed.
    private(set) var armed: [ArmedFault] = []
    /// The rows of all trials and armed faults; what is selected is the one of the selected row.
    var list = RowList<Row>(isFollowing: true)

    enum Action: String, OwnAction {
        case follow = "follow-trials"
        case open = "open-trial"

        var entry: OwnKey<HeldPane> {
            switch self {
            case .follow:
                OwnKey(["F"], "follow", "keep the newest result selected", .lab) { $0.list.follow(true) }
            case .open:
                OwnKey(
                    [.enter], "message", "open the message that the fault hit, or disarm one that waits", .lab,
                    label: { pane, _ in pane.list.selected?.id.armed == nil ? nil : "disarm" },
                    handler: { $0.open(in: $1) })
            }
        }
    }

    /// A fault that is armed.
    struct ArmedFault: Sendable, Equatable {
        let fault: LabFault
        /// The last event before it was armed, by its number: trials of later events stand below it.
        let start: Int
        /// Why its occasion does not come; `nil` where nothing is known to be in its way.
        let hindrance: String?

        var words: String {
            hindrance ?? (fault.strikesAtOnce ? "lasts until it is disarmed" : "waits for \(fault.occasion)")
        }

        static func all(in scene: Scene) -> [ArmedFault] {
            scene.arming.map { ArmedFault(fault: $0.fault, start: $0.after, hindrance: $0.fault.hindrance(in: scene)) }
        }
    }

    /// A line of a trial or an armed fault.
    struct Row: ListRow {
        enum Subject: Sendable, Hashable {
            case trial(Trial.ID)
            case armed(LabFault)
        }

        struct ID: Sendable, Hashable {
            let subject: Subject
            let line: Int

            var armed: LabFault? { if case .armed(let fault) = subject { fault } else { nil } }
        }

        let id: ID
        let text: String
        let tone: Tone
        /// `nil` in the lines after the first.
        var heading: Heading?

        struct Heading: Sendable {
            let name: String
            /// `nil` where the fault waits.
            let trial: Trial?
        }
    }

    // MARK: - What happens

    mutating func list(_ trials: [Trial], _ armed: [ArmedFault]) {
        (self.trials, self.armed) = (trials, armed)
        listAnew()
    }

    /// All rows of what is selected stay in sight.
    private mutating func listAnew() {
        let rows = rows
        let last = { (subject: Row.Subject) in rows.last { $0.id.subject == subject } }
        // A fault that was armed for one occasion is a trial once that has come.
        let wanted = list.chosen.flatMap { chosen in
            last(chosen.subject)
                ?? chosen.armed.flatMap { fault in
                    trials.last { $0.fault == fault }
                }
                .flatMap { last(.trial($0.id)) }
        }
        list.replace(rows, selecting: wanted?.id)
    }

    private func open(in scene: Scene) -> [PaneOutput] {
        if let armed = list.selected?.id.armed { return [.effect(.fault(.clear(armed)))] }
        guard let exchange = selected?.exchange,
            let found = scene.history.events.compactMap(\.exchange).last(where: { $0.id == exchange }),
            let details = ExchangeDetails(scene.history.exchanges(with: found), showing: exchange, in: scene)
        else { return [.notice(Notice(.muted, "No message that this fault hit is kept"))] }
        return [.show(details)]
    }

    var selected: Trial? { list.selected.flatMap { row in trials.first { row.id.subject == .trial($0.id) } } }

    /// The fault of the selected row.
    var fault: LabFault? { list.selected?.id.armed ?? selected?.fault }

    func isMarked(_ row: Row, isSelected _: Bool) -> Bool { row.id.subject == list.selected?.id.subject }

    // MARK: - Rows

    /// In the order of time.
    private var rows: [Row] {
        var waiting = armed[...]
        return trials.flatMap { trial in
            let before = waiting.prefix { $0.start < trial.id }
            waiting = waiting.dropFirst(before.count)
            return before.flatMap { rows(of: $0) } + rows(of: trial)
        } + waiting.flatMap { rows(of: $0) }
    }

    private func rows(of trial: Trial) -> [Row] {
        let times = trial.strikes > 1 ? " ×\(trial.strikes)" : ""
        return rows(
            .trial(trial.id), Row.Heading(name: trial.fault.rawValue + times, trial: trial),
            "\(trial.verdict.words) · \(trial.fault.sections)", trial.verdict.tone)
    }

    private func rows(of armed: ArmedFault) -> [Row] {
        rows(
            .armed(armed.fault), Row.Heading(name: armed.fault.rawValue, trial: nil), armed.words,
            armed.hindrance == nil ? .muted : .warning)
    }

    /// The heading and the words below it.
    private func rows(_ subject: Row.Subject, _ heading: Row.Heading, _ words: String, _ tone: Tone) -> [Row] {
        let lines = StyledText(words).wrapped(to: max(16, list.size.width - 4)).map(\.text)
        return ([""] + lines).enumerated().map { line, text in
            Row(
                id: Row.ID(subject: subject, line: line), text: text, tone: tone, heading: line == 0 ? heading : nil)
        }
    }

    // MARK: - Pane

    /// Moves by whole trials.
    mutating func move(_ motion: Motion) {
        guard case .lines(let step)? = motion.inList, let subject = list.selected?.id.subject else {
            list.move(motion)
            return select(row: list.selection)
        }
        let subjects = list.rows.filter { $0.id.line == 0 }.map(\.id.subject)
        guard let place = subjects.firstIndex(of: subject) else { return }
        choose(subjects[min(max(0, place + step), subjects.count - 1)])
    }

    mutating func select(row: Int) {
        if let row = list[row] { choose(row.id.subject) }
    }

    /// Selects a trial, with all of its rows in sight where there is room for them.
    private mutating func choose(_ subject: Row.Subject) {
        let rows = list.rows
        guard let first = rows.firstIndex(where: { $0.id.subject == subject }),
            let last = rows.lastIndex(where: { $0.id.subject == subject })
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
        (selected?.exchange == nil && list.selected?.id.armed == nil ? [] : [.open])
            + (list.isFollowing ? [] : [.follow])
    }

    func selection(in scene: Scene) -> CopyText? {
        if let armed = list.selected?.id.armed { return CopyText(line(of: armed, in: scene), name: "the armed fault") }
        return selected.map {
            CopyText("\($0.fault.rawValue): \($0.verdict.label), \($0.verdict.words)", name: Self.rowName)
        }
    }

    private func line(of armed: LabFault, in scene: Scene) -> String {
        "\(armed.rawValue): \(scene.armedState(of: armed) ?? "")"
    }

    func plainText(in scene: Scene) -> String {
        trials.map { trial in
            "\(scene.time.moment(trial.time))  \(trial.fault.rawValue): \(trial.verdict.label), "
                + "\(trial.verdict.words) (\(trial.rulesInWords))\n"
        }
        .joined() + armed.map { line(of: $0.fault, in: scene) + "\n" }.joined()
    }

    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let verdicts = trials.map(\.verdict.label)
        let counts = ["passed", "FAILED", "waiting", "undecided"].map { label in
            (verdicts.count { $0 == label }, label)
        }
        let words = (counts + [(armed.count, "armed")]).filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return StyledText.words(words.joined(separator: " · "), .dim, glyphs: glyphs)
    }

    func absence(in scene: Scene, _ canvas: Canvas, width _: Int) -> [StyledText] {
        let words = StyledText("no fault has come yet", .dim)
        if scene.placement.isOnlyLookedAt { return [words] }
        let lines = [
            words, StyledText(),
            canvas.key(ShellAction.faults, "lists the faults, and what to expect of each"),
            canvas.key(LabScreen.Action.preset, "arms several at once"),
        ]
        return lines.compacted(to: list.size.height)
    }

    func text(of row: Row, in _: Scene) -> String { row.heading?.name ?? row.text }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        guard let heading = row.heading else {
            return canvas.write(
                canvas.words(row.text, row.id.armed == nil ? .text : row.tone.style), in: place.inset(left: 4))
        }
        let sign =
            heading.trial.map { StyledText($0.verdict.sign(canvas.glyphs), row.tone.style) }
            ?? StyledText.words(row.id.armed.flatMap(scene.armedState) ?? "", .badge, glyphs: canvas.glyphs)
        let time = heading.trial.map { scene.time.moment($0.time) } ?? ""
        canvas.write(
            sign.padded(to: 12, canvas.glyphs) + canvas.words(heading.name), right: StyledText(time, .dim), in: place)
    }
}
