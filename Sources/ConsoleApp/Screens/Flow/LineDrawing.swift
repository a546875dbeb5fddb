import ConsoleKit
import SessionCore
import TerminalUI

/// Draws one line of the diagram in its row.
struct LineDrawing {
    let layout: LaneLayout
    let row: Rect
    /// How long after the end of the line before it began; `nil` for the first.
    let since: Duration?
    /// Whether words stay off the place of facts, also where the row has none.
    var keepsFactsClear = false

    /// The part between time and facts.
    private var lanes: Rect {
        let left = LaneLayout.timeWidth + 1 + LaneLayout.markWidth
        return Rect(x: row.x + left, y: row.y, width: layout.width, height: 1)
    }

    func draw(_ line: FlowLine, _ flow: Flow, isUnfolded: Bool, on canvas: inout Canvas) {
        drawTime(on: &canvas)
        switch line.content {
        case .row(let row): draw(layout.laneSet.drawn(row.step), on: &canvas)
        case .caller(let caller, _): drawCaller(caller, on: &canvas)
        case .header(let id, _):
            if let burst = flow.burst(id) { draw(burst, isUnfolded: isUnfolded, on: &canvas) }
        }
    }

    /// Draws the row of what has no answer yet; the time until now stands where the duration will, or behind the words.
    func draw(_ waiting: FlowUnderWay, elapsed: String, on canvas: inout Canvas) {
        drawTime(on: &canvas)
        let step = layout.laneSet.drawn(waiting.step())
        guard layout.showsDuration, ArrowText.fits(step, in: layout.width - 2, canvas) else {
            return draw(layout.laneSet.drawn(waiting.step(elapsed: elapsed)), on: &canvas)
        }
        var drawing = self
        drawing.keepsFactsClear = true
        drawing.draw(step, on: &canvas)
        canvas.write(StyledText(elapsed, .accent), in: durationPlace, alignment: .right)
    }

    private func drawTime(on canvas: inout Canvas) {
        let time = since.map { FlowText.since($0) } ?? ""
        canvas.write(StyledText(time, .dim), in: row.split(left: LaneLayout.timeWidth).left, alignment: .right)
    }

    // MARK: - Rows

    private func draw(_ step: FlowStep, on canvas: inout Canvas) {
        draw(step.mark, step.tone, on: &canvas)
        drawFacts(step, on: &canvas)
        switch step.path {
        case .message(let from, let to): drawArrow(step, from, to, on: &canvas)
        case .note(.otherProcess): drawNoteOfOthers(step, on: &canvas)
        case .note(let lane):
            put(StyledText(canvas.glyphs.circle, step.tone.style), at: layout.column(of: lane), on: &canvas)
            writeNote(step, from: layout.column(of: lane) + 2, on: &canvas)
        case .line: drawLine(step, on: &canvas)
        }
    }

    private func draw(_ mark: Mark, _ tone: Tone, on canvas: inout Canvas) {
        canvas.write(
            StyledText(mark.text(canvas.glyphs), tone.style),
            in: Rect(x: row.x + LaneLayout.timeWidth + 1, y: row.y, width: LaneLayout.markWidth, height: 1))
    }

    private func writeNote(_ step: FlowStep, from start: Int, on canvas: inout Canvas) {
        let end = room(beside: step)
        write(textOfNote(step, in: end - start, canvas), from: start, to: end, on: &canvas)
    }

    /// The others are the last lane, so that the words stand before it.
    private func drawNoteOfOthers(_ step: FlowStep, on canvas: inout Canvas) {
        let column = layout.column(of: .otherProcess)
        put(StyledText(canvas.glyphs.circle, step.tone.style), at: column, on: &canvas)
        if layout.isFolded {
            let name = Lane.otherProcess.shortName
            put(canvas.words(name, .dim), at: 2, on: &canvas)
            writeNote(step, from: 2 + max(layout.nameWidth, TextWidth.columns(of: name)) + 1, on: &canvas)
        } else {
            let room = column - layout.leftmost - 3
            writeBefore(textOfNote(step, in: room, canvas), column - 1, on: &canvas)
        }
    }

    /// Text that ends before a column, as far right as it can.
    private func writeBefore(_ text: StyledText, _ column: Int, on canvas: inout Canvas) {
        let start = max(layout.leftmost + 2, column - text.columns)
        let text = text.truncated(to: max(0, column - start), ellipsis: canvas.glyphs.ellipsis)
        put(StyledText(" ") + text + StyledText(" "), at: start - 1, on: &canvas)
    }

    /// The words of a note, with fewer where they have no room.
    private func textOfNote(_ step: FlowStep, in room: Int, _ canvas: Canvas) -> StyledText {
        if let note = step.fittedNote(in: room, { words($0, canvas).columns }) { return words(note, canvas) }
        // Of a fault the form with the fewest words still tells more than a beginning.
        return words(step.kind == .fault ? step.noteWithoutLabel : step.noted(step.what, step.more.heaviest), canvas)
    }

    private func drawFacts(_ step: FlowStep, on canvas: inout Canvas) {
        let facts = row.split(right: layout.factsWidth).right
        let status = step.status.map(String.init) ?? (step.duration == nil ? "" : canvas.glyphs.cross)
        canvas.write(StyledText(status, step.tone.style), in: facts)
        if layout.showsDuration, let duration = step.duration {
            canvas.write(StyledText(DurationText.measured(duration), .dim), in: durationPlace, alignment: .right)
        }
        let token = StyledText(step.tokenSign(canvas.glyphs), .accent) + canvas.words(step.token, .accent)
        canvas.write(token, in: facts, alignment: .right)
    }

    private var durationPlace: Rect {
        Rect(x: row.split(right: layout.factsWidth).right.x + 4, y: row.y, width: 8, height: 1)
    }

    private func drawArrow(_ step: FlowStep, _ from: Lane, _ to: Lane, on canvas: inout Canvas) {
        if layout.isFolded { return drawFolded(step, from, to, on: &canvas) }
        let (start, end) = (layout.column(of: from), layout.column(of: to))
        guard start != end else {
            return write(words(step, canvas), from: start + 2, to: room(beside: step), on: &canvas)
        }
        let (left, right) = (min(start, end), max(start, end))
        // From the last lane there is room before the arrow alone.
        let isOfOthers = from == .otherProcess && to != .console
        let beyond = isOfOthers ? left - layout.leftmost - 4 : room(beside: step) - right - 2
        let rooms = ArrowText.Rooms(onArrow: right - left - LaneLayout.arrowEnds, beyond: beyond, isBefore: isOfOthers)
        let text = ArrowText(step, in: rooms, canvas)
        // Across the lanes there is more room for the name of a fault than on its arrow.
        if !text.hasFaults { return drawFolded(step, from, to, on: &canvas) }
        let name = (from.isSender ? to : from).shortName
        if !text.isWhole {
            let folded = foldedText(of: step, after: name, canvas).text
            if folded.isWhole || !text.isReadable && folded.isReadable {
                return drawFolded(step, from, to, on: &canvas)
            }
        }
        let style = step.tone == .plain || step.tone == .muted ? Style.text : step.tone.style
        let shaft = Rect(x: lanes.x + left + 1, y: row.y, width: right - left - 1, height: 1)
        canvas.surface.fill(shaft, with: canvas.glyphs.border.horizontal, style: style)
        let head = start < end ? canvas.glyphs.focusMark : canvas.glyphs.arrowHeadLeft
        put(StyledText(head, style), at: start < end ? right - 1 : left + 1, on: &canvas)
        if !text.onArrow.isEmpty { put(StyledText(" ") + text.onArrow + StyledText(" "), at: left + 3, on: &canvas) }
        if isOfOthers, !text.beyond.isEmpty {
            writeBefore(text.beyond, left - 1, on: &canvas)
        } else if !text.beyond.isEmpty {
            write(text.beyond, from: right + 2, to: room(beside: step), on: &canvas)
        }
    }

    /// The direction, the lane's name, and the words: `▶ API  GET /orders`; without the name where that has no room.
    private func drawFolded(_ step: FlowStep, _ from: Lane, _ to: Lane, on canvas: inout Canvas) {
        guard from.isSender && !layout.namesSenders || to == .console else {
            return drawFoldedOfOthers(step, from, to, on: &canvas)
        }
        let isSent = from.isSender
        let style = step.tone == .plain || step.tone == .muted ? Style.text : step.tone.style
        put(StyledText(isSent ? canvas.glyphs.focusMark : canvas.glyphs.arrowHeadLeft, style), at: 0, on: &canvas)
        let name = (isSent ? to : from).shortName
        let (text, start) = foldedText(of: step, after: name, canvas)
        if start > 2 { put(canvas.words(name, .dim), at: 2, on: &canvas) }
        write(text.beyond, from: start, to: room(beside: step), on: &canvas)
    }

    /// Both lanes and the words: `other ▶ provider  POST /token`; without the second lane where that has no room.
    private func drawFoldedOfOthers(_ step: FlowStep, _ from: Lane, _ to: Lane, on canvas: inout Canvas) {
        let arrow = StyledText(canvas.glyphs.focusMark, step.tone == .muted ? .text : step.tone.style)
        let start = canvas.words("\(from.shortName) ", .dim) + arrow
        let both = start + canvas.words(" \(to.shortName)", .dim)
        let end = room(beside: step)
        let isNamed = ArrowText.fits(step, in: end - both.columns - 2, canvas)
        put(isNamed ? both : start, at: 0, on: &canvas)
        let place = isNamed ? both.columns + 2 : start.columns + 1
        let text = ArrowText(step, in: ArrowText.Rooms(onArrow: 0, beyond: end - place), canvas)
        write(text.beyond, from: place, to: end, on: &canvas)
    }

    /// The words of a row without an arrow, and where they begin: after the name, if there is room for both.
    private func foldedText(of step: FlowStep, after name: String, _ canvas: Canvas) -> (text: ArrowText, start: Int) {
        let end = room(beside: step)
        let named = 2 + (layout.isFolded ? layout.nameWidth : TextWidth.columns(of: name)) + 1
        let hasName = !(layout.isFolded && layout.nameWidth == 0) && ArrowText.fits(step, in: end - named, canvas)
        func text(from start: Int) -> ArrowText {
            ArrowText(step, in: ArrowText.Rooms(onArrow: 0, beyond: end - start), canvas)
        }
        guard hasName else { return (text(from: 2), 2) }
        let beside = text(from: named)
        // That there are parameters tells more than the lane's name.
        guard beside.lacksDetail else { return (beside, named) }
        let alone = text(from: 2)
        return alone.lacksDetail ? (beside, named) : (alone, 2)
    }

    /// Across all lanes, with the words in it.
    private func drawLine(_ step: FlowStep, on canvas: inout Canvas) {
        let width = layout.width + layout.factsWidth
        let rule = String(repeating: canvas.glyphs.borderPopup.horizontal, count: width)
        put(StyledText(rule, step.tone.style), at: 0, on: &canvas)
        let style = Style(step.tone.style.role, .bold)
        let room = width - 4
        var words = StyledText()
        for form in step.lineForms {
            words = canvas.words(form.text, style)
            if words.columns <= room { break }
        }
        words = words.truncated(to: room, ellipsis: canvas.glyphs.ellipsis)
        put(StyledText(" ") + words + StyledText(" "), at: 2, on: &canvas)
    }

    // MARK: - Bursts

    /// A call that enters and waits at the console's gate.
    private func drawCaller(_ caller: FlowBurst.Entry, on canvas: inout Canvas) {
        let column = layout.column(of: .console)
        let shaft = String(repeating: canvas.glyphs.border.horizontal, count: max(0, column - 1))
        put(StyledText(shaft + canvas.glyphs.focusMark, .dim), at: 0, on: &canvas)
        put(StyledText(String(canvas.glyphs.borderFocused.vertical), .warning), at: column, on: &canvas)
        // Its arrow crosses the lanes of programs.
        let name = caller.sender.client.map { canvas.words("\($0)  ", .dim) } ?? StyledText()
        write(name + words(caller.step, canvas), from: column + 2, to: room(beside: caller.step), on: &canvas)
    }

    private func draw(_ burst: FlowBurst, isUnfolded: Bool, on canvas: inout Canvas) {
        if burst.wasStruck { draw(.injected, .warning, on: &canvas) }
        let column = layout.column(of: .console)
        let mark = isUnfolded ? canvas.glyphs.triangleDown : canvas.glyphs.triangleRight
        put(StyledText(mark, Style(burst.tally.tone.style.role, .bold)), at: column, on: &canvas)
        let start = column + 2
        let room = layout.width + layout.factsWidth - start
        let names = burst.names(canvas.glyphs.ellipsis).map { SafeText.plain("\($0)  ", glyphs: canvas.glyphs) }
        let form = burst.tally.named(names, width: room)
        let name = canvas.words(form.name, burst.tally.tone == .plain ? .title : burst.tally.tone.style)
        let area = Rect(x: lanes.x + start, y: row.y, width: room, height: 1)
        canvas.surface.fill(area)
        canvas.write(name + canvas.words(form.picture), in: area)
    }

    // MARK: - Writing

    private func words(_ step: FlowStep, _ canvas: Canvas) -> StyledText {
        let label = canvas.words(step.label, step.tone == .plain ? .text : step.tone.style)
        let reason = step.reason.isEmpty ? StyledText() : canvas.words("  \(step.reason)", step.tone.style)
        let detail = step.detail.isEmpty ? StyledText() : canvas.words("  \(step.detail)", .dim)
        return label + reason + detail
    }

    /// How far words may go: over the place of facts that the row has not.
    private func room(beside step: FlowStep) -> Int {
        guard step.status == nil, step.duration == nil, !keepsFactsClear else { return layout.width }
        return layout.width + layout.factsWidth - (step.token.isEmpty ? 0 : step.token.count + 1)
    }

    private func put(_ text: StyledText, at column: Int, on canvas: inout Canvas) {
        canvas.surface.write(
            text, at: Point(x: lanes.x + column, y: row.y), limit: max(0, layout.width + layout.factsWidth - column))
    }

    /// Text over the lanes that it meets.
    private func write(_ text: StyledText, from column: Int, to end: Int, on canvas: inout Canvas) {
        guard end > column else { return }
        let text = text.truncated(to: end - column, ellipsis: canvas.glyphs.ellipsis)
        put(text + StyledText(text.columns < end - column ? " " : ""), at: column, on: &canvas)
    }
}
