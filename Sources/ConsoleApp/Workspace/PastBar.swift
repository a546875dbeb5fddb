import ConsoleKit
import FoundationEssentials
import TerminalUI

extension Workspace {
    /// The rows that tell which moment is shown, below those that say why not all of a recording is.
    func pastBarHeight(in size: Size) -> Int {
        past.pasts[sessions.focused] == nil ? 0 : 2 + (past.reading?.flawLines(width: size.width).count ?? 0)
    }
}

/// The rows that tell which moment is shown: where it is in time, what happened, and the keys.
struct PastBar {
    private let past: Past
    private let timeline: Timeline
    private let reading: RecordingReading?
    private let glyphs: Glyphs

    /// `nil` where the present is shown.
    init?(_ workspace: Workspace, _ glyphs: Glyphs) {
        guard let past = workspace.past.pasts[workspace.sessions.focused],
            let timeline = workspace.past.timelines[workspace.sessions.focused]
        else { return nil }
        (self.past, self.timeline) = (past, timeline)
        (reading, self.glyphs) = (workspace.past.reading, glyphs)
    }

    func draw(_ size: Size) -> Surface {
        var canvas = Canvas(size: size, glyphs: glyphs)
        let (above, last) = canvas.surface.bounds.inset(left: 1, right: 1).split(bottom: 1)
        let (flaw, track) = above.split(bottom: 1)
        let lines = reading?.flawLines(width: size.width) ?? []
        canvas.write(lines.map { canvas.words(SafeText.plain($0, glyphs: glyphs), .warning) }, in: flaw)
        if !timeline.isEmpty { drawTrack(on: &canvas, in: track) }
        if let field = past.timeField {
            drawField(field, past.flaw, on: &canvas, in: last)
        } else {
            drawMoment(on: &canvas, in: last)
        }
        return canvas.surface
    }

    // MARK: - The track

    /// The moments from left to right, the main ones marked, with the one that is shown.
    private func drawTrack(on canvas: inout Canvas, in row: Rect) {
        let ends = [timeline.leftCount, timeline.end - 1].map { timeline.moment($0).map { clock($0.time) } ?? "" }
        let width = max(1, row.width - ends[0].count - ends[1].count - 2)
        // The last moment is at the right end.
        let steps = max(1, timeline.end - timeline.leftCount - 1)
        let column = { (index: Int) in min(width - 1, (index - timeline.leftCount) * (width - 1) / steps) }
        let main = Set(timeline.mainIndices.map(column))
        let here = column(max(timeline.leftCount, past.index - 1))
        var line = StyledText(ends[0] + " ", .dim)
        for place in 0..<width {
            if place == here {
                line.append(glyphs.circle, Style(.accent, .bold))
            } else if main.contains(place) {
                line.append(glyphs.isASCII ? "+" : "┿", .warning)
            } else {
                line.append(glyphs.isASCII ? "-" : "─", place < here ? .accent : .dim)
            }
        }
        line.append(" " + ends[1], .dim)
        canvas.write(line, in: row)
    }

    /// Moments are named by the time of day, also where others are named by their distance.
    private func clock(_ date: Date) -> String {
        var time = past.model.scene.time
        if time.format == .relative { time.format = .local }
        return time.clock(date, withMilliseconds: timeline.needsMilliseconds(at: past.index))
    }

    // MARK: - The moment

    private func drawMoment(on canvas: inout Canvas, in row: Rect) {
        let hints = row.width >= 100 ? hints : [hints[0]] + hints.suffix(1)
        let width = Hint.columns(of: hints)
        let showsHints = row.width >= width + 30
        canvas.write(words(canvas), in: showsHints ? row.inset(right: width + 2) : row)
        if showsHints { canvas.writeHints(hints, in: row.inset(left: row.width - width)) }
    }

    private func words(_ canvas: Canvas) -> StyledText {
        var line = StyledText(reading == nil ? "PAST" : "RECORDING", .badge)
        if let reading, timeline.isEmpty {
            let words = reading.isComplete ? "the recording is empty" : "the recording is being read"
            return line + StyledText("  \(words)", .warning)
        }
        line.append(" \(past.index)/\(timeline.end)  ", .dim)
        if reading == nil {
            let count = timeline.stopCount(from: past.openedAt)
            if count > 0 { line.append("+\(count) since  ", .warning) }
        }
        if past.index >= timeline.end, reading?.isComplete == false {
            line += StyledText("reading on  ", .warning)
        }
        guard let moment = timeline.lastStop(before: past.index) else { return line + StyledText("before all", .dim) }
        line.append(clock(moment.time) + "  ", .accent)
        return line + canvas.words(SafeText.plain(moment.words, glyphs: glyphs))
    }

    /// A time that there is: that of the moment that is shown.
    private var example: String {
        timeline.moment(max(timeline.leftCount, past.index - 1)).map { clock($0.time) } ?? "14:05:30"
    }

    private func drawField(_ field: TextField, _ flaw: String?, on canvas: inout Canvas, in row: Rect) {
        let title = StyledText("go to time ", .accent)
        canvas.write(title, in: row)
        let area = row.inset(left: title.columns, right: row.width / 2)
        field.draw(on: &canvas.surface, in: area, isFocused: true, placeholder: example, glyphs: glyphs)
        if let flaw { canvas.write(StyledText(flaw, .danger), in: row.inset(left: row.width - row.width / 2 + 1)) }
    }

    private var hints: [Hint] {
        let pair = { (one: PastAction, other: PastAction, label: String) in
            Hint("\(one.key(glyphs)) \(other.key(glyphs))", label)
        }
        return [
            pair(.earlier, .later, "step"),
            pair(.previousMain, .nextMain, past.model.scene.stage.landmark),
            PastAction.goToTime.hint(glyphs),
            reading == nil ? ShellAction.back.hint(glyphs, "now") : ShellAction.close.hint(glyphs),
        ]
    }
}
