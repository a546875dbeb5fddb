import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

extension DiagramPane {
    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        if list.isFollowing { return StyledText("follow") }
        let position = StyledText("\(min(list.selection + 1, list.count)) of \(list.count)", .dim)
        guard list.unseen > 0 else { return position }
        return position + StyledText("  ") + StyledText("\(list.unseen) new", .badge) + StyledText("  ")
            + StyledText(Action.follow.key(glyphs), .key) + StyledText(" follow")
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard !list.isEmpty || rowsUnderWay > 0 else { return drawNothing(on: &canvas, in: area, scene) }
        let messageWidth = Self.messageWidth(in: area.width)
        let (left, message) = area.split(right: messageWidth)
        let diagram = left.inset(right: messageWidth > 0 ? 1 : 0)
        if messageWidth > 0 { drawMessage(on: &canvas, in: message, scene) }
        let (top, below) = diagram.split(top: 1)
        let (rows, foot) = below.split(bottom: 1)
        let header = top.inset(left: LaneLayout.timeWidth + 1 + LaneLayout.markWidth)
        if layout.isFolded {
            let (sent, received) = (canvas.glyphs.focusMark, canvas.glyphs.arrowHeadLeft)
            canvas.write(StyledText("\(sent) sent  \(received) received", .title), in: header)
        } else {
            draw(layout.titles, on: &canvas, in: header)
        }
        let lifelines = rows.inset(left: LaneLayout.timeWidth + 1 + LaneLayout.markWidth)
        for column in layout.lifelines {
            canvas.surface.fill(
                Rect(x: lifelines.x + column, y: rows.y, width: 1, height: list.visible.count + rowsUnderWay),
                with: canvas.glyphs.border.vertical, style: .border)
        }
        let edge = area.inset(top: 1, bottom: 1)
        drawRows(on: &canvas, in: rows, barBeside: edge, isFocused: isFocused, scene)
        let after = rows.inset(top: list.visible.count)
        for (waiting, row) in zip(listedUnderWay.prefix(rowsUnderWay), after.rows) {
            let since = list.rows.last.map { waiting.since.since($0.ended) }
            LineDrawing(layout: layout, row: row, since: since).draw(
                waiting, elapsed: scene.elapsed(waiting), on: &canvas)
        }
        drawFoot(on: &canvas, in: foot, scene)
    }

    func draw(_ line: FlowLine, on canvas: inout Canvas, in place: Rect, _: Scene) {
        let since = list.row(above: line.id).map { line.began.since($0.ended) }
        LineDrawing(layout: layout, row: place, since: since).draw(
            line, flow, isUnfolded: line.burst.map(lines.isUnfolded) ?? false, on: &canvas)
    }

    private func drawNothing(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        var text = StyledText(flow.rows.isEmpty ? "nothing sent yet" : "no message matches the filter", .dim)
        if !flow.rows.isEmpty {
            text += StyledText("; ", .dim) + canvas.key(ShellAction.back, "shows all", .dim)
            let kinds = Set(flow.rows.map(\.step.kind.name))
            if let correction = lines.filter.correction(kinds: kinds, lanes: flow.lanes) {
                let lines = canvas.words(correction, .warning).wrapped(to: area.width)
                for (line, row) in zip(lines, area.inset(top: 1).rows) { canvas.write(line, in: row) }
            }
        } else if !scene.placement.isOnlyLookedAt {
            text += StyledText("; ", .dim) + canvas.key(ShellAction.signIn, "signs in", .dim)
        }
        canvas.write(text, in: area)
    }

    private func draw(_ titles: [(column: Int, title: String)], on canvas: inout Canvas, in row: Rect) {
        for (column, title) in titles {
            let start = max(0, column - LaneLayout.halfTitle(title))
            canvas.write(canvas.words(title, .title), in: row.inset(left: start))
        }
    }

    /// What the burst cost that the selected line belongs to, or else the whole run; what has no answer yet, or has
    /// left.
    private func drawFoot(on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        let burst = flow.burst(lines.selected?.burst)
        let left =
            burst.map { canvas.words("\(Burst.label): \($0.tally.summary)", Style($0.tally.tone.style.role, .bold)) }
            ?? canvas.words(flow.summary, .dim)
        let room = row.width - left.columns - 2
        let right = (underWay(in: scene, canvas.glyphs) + gone).first { $0.columns <= room } ?? StyledText()
        canvas.write(left, right: right, in: row)
    }

    /// What has no answer yet and has no row in sight.
    private func underWay(in scene: Scene, _ glyphs: Glyphs) -> [StyledText] {
        guard rowsUnderWay == 0, let oldest = flow.underWay.first else { return [] }
        return [SafeText.line(oldest.words(elapsed: scene.elapsed(oldest)), style: .accent, glyphs: glyphs)]
    }

    private var gone: [StyledText] { goneWords.map { StyledText($0, .dim) } }

    /// That older lines are no longer kept, the longest form first.
    var goneWords: [String] {
        guard flow.leftCount > 0 else { return [] }
        let gone = "the \(flow.leftCount) oldest messages are no longer kept"
        return ["\(gone) (limit \(Flow.capacity))", gone, "\(flow.leftCount) oldest not kept"]
    }
}

extension Scene {
    /// How long the oldest of them has had no answer: `00:12`.
    fileprivate func elapsed(_ waiting: FlowUnderWay) -> String {
        DurationText.countdown(seconds: max(0, Int(now.timeIntervalSince(waiting.since.date))))
    }
}
