import ConsoleKit
import SessionCore
import TerminalUI

extension EventsPane {
    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let list = lines.list
        let details = lines.showsDetails ? StyledText("details  ", .dim) : StyledText()
        if list.isFollowing { return details + StyledText("follow") }
        let position = StyledText("\(min(list.selection + 1, list.count)) of \(list.count)", .dim)
        guard list.unseen > 0 else { return details + position }
        return details + StyledText("\(list.unseen) new", .badge) + StyledText("  ")
            + StyledText(Action.follow.key(glyphs), .key) + StyledText(" follow")
    }

    /// Why no event is listed, and the key that lists some.
    func absence(in scene: Scene, _ canvas: Canvas, width _: Int) -> [StyledText] {
        if scene.history.rows.isEmpty {
            return [StyledText("nothing has happened yet: sign-ins, calls and refreshes come here", .dim)]
        }
        if lines.filter.isEmpty {
            return [
                StyledText("nothing but details until now; ", .dim) + canvas.key(Action.showDetails, "shows them", .dim)
            ]
        }
        return [StyledText("no event matches the filter; ", .dim) + canvas.key(ShellAction.back, "shows all", .dim)]
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        let pinned = area.height > 1 ? lines.pinnedLine : nil
        let (top, rest) = area.split(top: pinned == nil ? 0 : 1)
        if let pinned, let line = list[pinned] {
            draw(line, on: &canvas, in: top, scene)
            canvas.mark(top, as: .row(pinned))
        }
        drawRows(on: &canvas, in: rest, isFocused: isFocused, scene)
    }

    func draw(_ line: EventLine, on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        let isNarrow = self.isNarrow(row.width)
        let rest = draw(line.shown.event, on: &canvas, in: row, scene)
        if let id = line.burst {
            draw(id, of: line, on: &canvas, in: rest, isNarrow: isNarrow, scene)
        } else {
            draw(line, on: &canvas, in: rest, isNarrow: isNarrow)
        }
    }

    /// The time of an event; answers the room beside it.
    private func draw(_ event: SessionEvent, on canvas: inout Canvas, in row: Rect, _ scene: Scene) -> Rect {
        let isNarrow = self.isNarrow(row.width)
        let format = scene.time.format
        let moment = scene.time.moment(event.time)
        let shownMoment = isNarrow && format != .relative ? String(moment.prefix(8)) : moment
        let (time, rest) = row.split(left: (isNarrow ? 8 : format == .utc ? 13 : 12) + 1)
        canvas.write(StyledText(shownMoment, .dim), in: time)
        return rest
    }

    private func draw(_ line: EventLine, on canvas: inout Canvas, in row: Rect, isNarrow: Bool) {
        let text = line.shown.text
        let rest = draw(
            StyledText(text.mark.text(canvas.glyphs), text.tone.style), text.label,
            text.tone == .plain ? .title : text.tone.style, on: &canvas, in: row,
            indent: line.shown.burst == nil ? 0 : isNarrow ? 1 : 2, isNarrow: isNarrow)
        let tag = isNarrow ? StyledText() : self.tag(of: line, canvas.glyphs)
        canvas.write(detail(of: line, canvas.glyphs), movedBy: list.left, in: rest.inset(right: tag.columns + 1))
        canvas.write(tag, in: rest, alignment: .right)
    }

    func isNarrow(_ width: Int) -> Bool { width < 64 }

    /// The room beside time, mark and label.
    func detailRoom(in width: Int) -> Int { max(1, width - (isNarrow(width) ? 22 : 30)) }

    /// What of an event can be moved sideways.
    func detail(of line: EventLine, _ glyphs: Glyphs) -> StyledText {
        let text = line.shown.text
        // Before the rest, which may be cut.
        let times = line.count > 1 ? StyledText("\(glyphs.times)\(line.count) ", .accent) : StyledText()
        return times + StyledText.words(text.detail, text.tone == .muted ? .dim : .text, glyphs: glyphs)
    }

    func tag(of line: EventLine, _ glyphs: Glyphs) -> StyledText {
        StyledText.words(line.shown.text.tag, .accent, glyphs: glyphs)
    }

    /// The header of a burst; with a filter it says how many of its events pass.
    private func draw(
        _ id: Burst.ID, of line: EventLine, on canvas: inout Canvas, in row: Rect, isNarrow: Bool, _ scene: Scene
    ) {
        guard let burst = scene.history.burst(id)?.tally else { return }
        let isUnfolded = lines.isUnfolded(id)
        let mark = isUnfolded ? canvas.glyphs.triangleDown : canvas.glyphs.triangleRight
        let rest = draw(
            StyledText(mark, burst.tone.style), Burst.label, burst.tone == .plain ? .title : burst.tone.style,
            on: &canvas, in: row, isNarrow: isNarrow)
        let passes = lines.filter.isEmpty || isUnfolded || isNarrow ? "" : "\(line.count) inside"
        let tag = StyledText(passes, .accent)
        let room = rest.inset(right: tag.isEmpty ? 0 : tag.columns + 1)
        canvas.write(canvas.words(burst.picture(width: room.width)), in: room)
        canvas.write(tag, in: rest, alignment: .right)
    }

    /// Mark and label; answers the room beside them.
    private func draw(
        _ mark: StyledText, _ label: String, _ style: Style, on canvas: inout Canvas, in row: Rect, indent: Int = 0,
        isNarrow: Bool
    ) -> Rect {
        let (markArea, beside) = row.split(left: 2 + (canvas.glyphs.isASCII ? 1 : 0))
        canvas.write(mark, in: markArea)
        let (labelArea, rest) = beside.split(left: isNarrow ? 11 : 14)
        canvas.write(canvas.words(label, style), in: labelArea.inset(left: indent, right: 1))
        return rest
    }
}
