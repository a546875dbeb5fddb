import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// What became of the selected token, and what lies ahead of it.
struct LifePane: ListPane {
    static let title = "Life"
    static let summary = "the history of the selected token, and what comes next"
    static let rowName = "the step"

    var subject: InspectedToken?
    var list = RowList<Row>()
    /// The columns of the times.
    private var timeWidth = 0

    enum Action: String, OwnAction {
        case latest

        var entry: OwnKey<LifePane> {
            switch self {
            case .latest: OwnKey(["F"], "latest", "select the newest step", .tokens) { $0.list.move(ScrollMotion.end) }
            }
        }
    }

    /// A row: a step with its time, a fact about all of the life, or what is left of either.
    struct Row: ListRow {
        struct ID: Sendable, Hashable {
            var step = 0
            var line = 0
        }

        var id = ID()
        var date: Date?
        var text: String
        var tone: Tone
        var isAhead = false
    }

    private func rows(of whole: [Row]) -> [Row] {
        whole.enumerated().flatMap { step, row in
            let room = list.size.width - (row.date == nil ? 0 : timeWidth + 3)
            return StyledText(row.text).wrapped(to: room).enumerated().map { line, part in
                var piece = row
                (piece.id, piece.text) = (Row.ID(step: step, line: line), part.text)
                return piece
            }
        }
    }

    private func wholeRows(in scene: Scene) -> [Row] {
        guard let subject else { return [] }
        guard let life = subject.life else {
            let uses = subject.uses.map { Row(date: $0.date, text: $0.words, tone: $0.tone) }
            let steps = (writtenRows(of: subject, in: scene) + uses).enumerated()
                .sorted { ($0.element.date ?? .distantPast, $0.offset) < ($1.element.date ?? .distantPast, $1.offset) }
                .map(\.element)
            return steps + [
                Row(text: "\(subject.origin.words): nothing else is known about it", tone: .muted)
            ]
        }
        let line = life.line(refreshDueAt: refreshDueAt(of: subject, in: scene), by: scene.status, now: scene.now)
        var rows = line.map { step in
            let ahead = step.isAhead ? " in \(TokenClock.countdown(to: step.date, from: scene.now))" : ""
            return Row(
                date: step.date, text: step.text + ahead + step.detail, tone: step.tone, isAhead: step.isAhead)
        }
        if life.omitted > 0 { rows.append(Row(text: "\(life.omitted) steps are not shown", tone: .muted)) }
        if life.kind == .access {
            let others = scene.context.tokenCommand == nil ? "" : "; other processes' calls are not known"
            rows.append(Row(text: "\(life.answers.words)\(others)", tone: .muted))
        }
        if !subject.ancestors.isEmpty {
            let chain = subject.ancestors.map { "\($0)" }.joined(separator: ", ")
            rows.append(Row(text: "ancestors, nearest first: \(chain)", tone: .muted))
        }
        return rows
    }

    /// What a token that is not the session's says itself of its life.
    private func writtenRows(of subject: InspectedToken, in scene: Scene) -> [Row] {
        let rows = [
            ("iat", "issued", "is issued"), ("nbf", "became valid", "becomes valid"), ("exp", "expired", "expires"),
        ]
        return rows.compactMap { name, past, future in
            guard let written = subject.time(of: name) else { return nil }
            let date = subject.localTime(written, by: scene.status)
            let isAhead = date > scene.now
            let left = isAhead ? "\(future) in \(TokenClock.countdown(to: date, from: scene.now))" : past
            let tone: Tone = isAhead ? .plain : name == "exp" ? .bad : .plain
            return Row(date: date, text: "\(left), by the \(name) claim", tone: tone, isAhead: isAhead)
        }
    }

    /// When the present access token is due; one that ended before its time is left to the next call.
    private func refreshDueAt(of subject: InspectedToken, in scene: Scene) -> Date? {
        guard subject.role == .present(.access), let date = scene.status.refreshDueAt else { return nil }
        if case .at(_, let source) = scene.status.accessToken?.expiry, source.isBeforeItsTime, date <= scene.now {
            return nil
        }
        return date
    }

    private static func timeWidth(of rows: [Row], _ scene: Scene) -> Int {
        let widths = rows.compactMap(\.date).map { TextWidth.columns(of: scene.time.momentOnDay($0)) }
        return max(scene.time.format == .utc ? 13 : 12, widths.max() ?? 0)
    }

    mutating func layOut(_ size: Size, in scene: Scene) {
        list.layOut(size)
        let rows = wholeRows(in: scene)
        timeWidth = Self.timeWidth(of: rows, scene)
        list.replace(self.rows(of: rows))
    }

    func text(of row: Row, in _: Scene) -> String { row.text }

    func plainText(in scene: Scene) -> String {
        wholeRows(in: scene).map { row in (row.date.map { "\(scene.time.momentOnDay($0))  " } ?? "") + row.text + "\n" }
            .joined()
    }

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        subject.map { StyledText.words(" · \($0.fingerprint)", .dim, glyphs: glyphs) } ?? StyledText()
    }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        let glyphs = canvas.glyphs
        let text = canvas.words(row.text, row.isAhead ? .dim : row.tone.style)
        guard let date = row.date else { return canvas.write(text, in: place) }
        guard row.id.line == 0 else { return canvas.write(text, in: place.inset(left: timeWidth + 3)) }
        let time = row.isAhead && scene.time.format == .relative ? "ahead" : scene.time.momentOnDay(date)
        let mark = row.isAhead ? glyphs.dot : glyphs.circle
        canvas.write(
            StyledText(TextWidth.pad(time, to: timeWidth), .dim) + StyledText(" \(mark) ", row.tone.style) + text,
            in: place)
    }
}
