import ConsoleKit
import SessionCore
import TerminalUI

/// A flow as lines of plain text, for logs and tickets.
package struct FlowText: Sendable {
    /// When the line before ended.
    private var last: FlowTime?
    private let width: Int

    /// So many lines tell of an item, at most.
    private static let mostLines = 4
    /// Where there is less room, words do not go on below.
    private static let leastRoom = 12

    /// No line has more than `width` columns.
    package init(width: Int) { self.width = width }

    /// The line of an item: when it began, and how long that was after the end of the line before.
    ///
    /// Words that have no room in it go on below.
    package mutating func lines(_ item: FlowItem) -> [String] {
        let since = last.map { Self.since(item.began.since($0)) } ?? ""
        last = item.ended
        let time = TimeText(format: .utc, now: item.began.date, secondsFromUTC: 0).moment(item.began.date)
        let step = item.step
        let count = item.count > 1 ? "\(item.count) × " : ""
        let start = "\(time)  \(Self.right(since, 8))  "
        if step.path == .line {
            let line = SafeText.plain("\(start)======== \(count)\(step.words) ========", glyphs: .unicode)
            return TextWidth.columns(of: line) <= width ? [line] : wrapped(step.words, after: "\(start)== \(count)")
        }
        let place = Self.left(step.place, 15)
        if case .note = step.path {
            let token = step.token.isEmpty ? "" : "  \(step.token)"
            let beginning = "\(start)\(place)  \(step.mark.sign)\(count)"
            let room = width - TextWidth.columns(of: beginning) - token.count
            // Only words about tokens say as much without some of them.
            let isOfTokens = step.more.heaviest.allSatisfy { $0.role == .token }
            let forms = step.formsOfNote().lazy.map { step.noted(step.what, $0).words }
            let fitting = isOfTokens ? forms.first { TextWidth.columns(of: $0) <= room } : nil
            return wrapped((fitting ?? forms.first { _ in true } ?? "") + token, after: beginning)
        }
        let facts = [
            place, Self.right(step.status.map(String.init) ?? "", 3),
            Self.right(step.duration.map(DurationText.measured) ?? "", 8),
        ]
        // The sign of what the token is stands in the gap before it.
        let token = Self.left("\(Self.left(step.tokenSign(.unicode), 1))\(step.token)", 5)
        let beginning = start + facts.joined(separator: "  ") + " \(token)  \(step.mark.sign)\(count)"
        let room = width - TextWidth.columns(of: beginning)
        let short = step.fitted("…", abridging: false) {
            TextWidth.columns(of: $0) + ($1.isEmpty ? 0 : 2 + TextWidth.columns(of: $1)) <= room
        }.step
        // Another origin is never left out of the label.
        let lacksOrigin = step.what.hasOrigin && !short.what.hasOrigin
        if !lacksOrigin, TextWidth.columns(of: short.words) <= room { return [cut(beginning + short.words)] }
        // Below the place there is more room.
        let indent = String(repeating: " ", count: TextWidth.columns(of: start))
        let isLabelBelow =
            lacksOrigin
            || TextWidth.columns(of: short.label) > room && width - TextWidth.columns(of: start) > room
        var first = short
        (first.what, first.more, first.process) = (isLabelBelow ? [] : short.what, [], "")
        let isReasonBelow = isLabelBelow || TextWidth.columns(of: first.words) > room
        if isReasonBelow { first.why = [] }
        let more = [isLabelBelow ? step.label : "", isReasonBelow ? short.reason : "", short.process, short.detail]
        let below = more.filter { !$0.isEmpty }.joined(separator: " · ")
        var line = cut(beginning + first.words)
        while line.last == " " { line.removeLast() }
        return [line]
            + (below.isEmpty ? [] : wrapped(below, after: indent))
    }

    /// Words after the beginning of a line, and below it where they have no room.
    private func wrapped(_ words: String, after beginning: String) -> [String] {
        let column = TextWidth.columns(of: beginning)
        guard width - column >= Self.leastRoom else { return [cut(beginning + words)] }
        let parts = SafeText.line(words, style: .text, glyphs: .unicode).wrapped(to: width - column).map(\.text)
        let indent = String(repeating: " ", count: column)
        let lines = parts.prefix(Self.mostLines).enumerated().map { ($0 == 0 ? beginning : indent) + $1 }
        guard parts.count > lines.count, let last = lines.last else { return lines }
        return lines.dropLast() + [TextWidth.prefix(last, columns: width - 1) + "…"]
    }

    /// `+381 ms`, `+1.24 s`, `+2 min`: eight columns at most.
    static func since(_ duration: Duration) -> String {
        if duration < .milliseconds(1) { return "+0 ms" }
        return duration < .seconds(60)
            ? "+\(DurationText.measured(duration))" : "+\(DurationText.short(duration))"
    }

    private func cut(_ line: String) -> String {
        let line = SafeText.plain(line, glyphs: .unicode)
        guard TextWidth.columns(of: line) > width else { return line }
        return TextWidth.prefix(line, columns: max(0, width - 1)) + "…"
    }

    private static func left(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - TextWidth.columns(of: text)))
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - TextWidth.columns(of: text))) + text
    }
}

extension FlowStep {
    /// Where a message of the console goes or comes from: `→ provider`.
    var place: String {
        switch path {
        case .message(.console, let to): "→ \(to.title)"
        case .message(let from, .console): "← \(from.title)"
        case .message(let from, let to): "\(from.shortName)→\(to.shortName)"
        case .note(let lane): lane.title
        case .line: ""
        }
    }
}

extension Mark {
    /// The sign before a line of text, with its space.
    fileprivate var sign: String {
        let sign = text(.unicode)
        return sign.isEmpty ? "" : "\(sign) "
    }
}
