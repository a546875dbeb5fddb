import SessionCore
import TerminalUI

extension EventsPane {
    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard !lines.filter.isEmpty else { return StyledText() }
        return StyledText.words(" · ", .dim, glyphs: glyphs) + StyledText("filter: ", .warning)
            + SafeText.line(lines.filter, style: .warning, glyphs: glyphs)
    }

    func note(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let list = lines.list
        let details = lines.showsDetails ? StyledText("details  ", .dim) : StyledText()
        if list.isFollowing { return details + StyledText("follow") }
        let position = StyledText("\(min(list.selection + 1, list.count)) of \(list.count)", .dim)
        guard list.unseen > 0 else { return details + position }
        return details + StyledText("\(list.unseen) new", .badge) + StyledText("  ")
            + StyledText(Action.follow.key(glyphs), .key) + StyledText(" follow")
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard !lines.listed.isEmpty else {
            let none = scene.history.rows.isEmpty
            let text =
                none
                ? StyledText("nothing has happened yet", .dim)
                : StyledText("no event passes the filter; ", .dim) + canvas.key(ShellAction.back, "shows all", .dim)
            return canvas.write(text, in: area)
        }
        for (index, row) in zip(lines.list.visible, area.rows) {
            draw(lines.listed[index], on: &canvas, in: row, scene)
            canvas.mark(row, as: .row(index))
            if index == lines.list.selection { canvas.select(row, isFocused: isFocused) }
        }
        canvas.drawScrollbar(lines.list, beside: area)
    }

    private func draw(_ line: EventLines.Line, on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        let isNarrow = row.width < 64
        let text = line.shown.text
        let format = scene.time.format
        let moment = scene.time.moment(line.shown.event.time)
        let shownMoment = isNarrow && format != .relative ? String(moment.prefix(8)) : moment
        let timeWidth = isNarrow ? 8 : format == .utc ? 13 : 12
        let (time, rest) = row.split(left: timeWidth + 1)
        canvas.write(StyledText(shownMoment, .dim), in: time)
        let (mark, rest2) = rest.split(left: 2 + (canvas.glyphs.isASCII ? 1 : 0))
        canvas.write(StyledText(text.mark.text(canvas.glyphs), text.tone.style), in: mark)
        let (label, rest3) = rest2.split(left: isNarrow ? 11 : 14)
        canvas.write(
            canvas.words(text.label, text.tone == .plain ? .title : text.tone.style), in: label.inset(right: 1))
        let tag = isNarrow ? StyledText() : canvas.words(text.tag, .accent)
        // Before the rest, which may be cut.
        let times =
            line.count > 1 ? StyledText("\(canvas.glyphs.times)\(line.count) ", .accent) : StyledText()
        let detail = times + canvas.words(text.detail, text.tone == .muted ? .dim : .text)
        canvas.write(detail, in: rest3.inset(right: tag.columns + 1))
        canvas.write(tag, in: rest3, alignment: .right)
    }
}
