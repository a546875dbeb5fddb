import SessionCore
import TerminalUI

extension Painter {
    mutating func drawEvents(in area: Rect) {
        let events = model.events
        guard !events.listed.isEmpty else {
            let text = events.all.isEmpty ? "nothing has happened yet" : "no event passes the filter; esc shows all"
            return write(StyledText(text, .dim), in: area)
        }
        for (index, row) in zip(events.list.visible, area.rows) {
            draw(events.listed[index], in: row)
            if index == events.list.selection { select(row, isFocused: model.focus == .events) }
        }
        drawScrollbar(events.list, beside: area)
    }

    private mutating func draw(_ line: EventLog.Line, in row: Rect) {
        let isNarrow = row.width < 64
        let event = line.shown
        let text = event.text
        let moment = model.time.moment(event.event.time)
        let shownMoment = isNarrow && model.timeFormat != .relative ? String(moment.prefix(8)) : moment
        let timeWidth = isNarrow ? 8 : model.timeFormat == .utc ? 13 : 12
        let (time, rest) = row.split(left: timeWidth + 1)
        write(StyledText(shownMoment, .dim), in: time)
        let (mark, rest2) = rest.split(left: 2 + (glyphs.isASCII ? 1 : 0))
        write(StyledText(text.mark.text(glyphs), text.tone.style), in: mark)
        let (label, rest3) = rest2.split(left: isNarrow ? 11 : 14)
        write(words(text.label, text.tone == .plain ? .title : text.tone.style), in: label.inset(right: 1))
        let tag = isNarrow ? StyledText() : words(text.tag, .accent)
        // Before the rest, which may be cut.
        let times = line.count > 1 ? StyledText("\(glyphs.times)\(line.count) ", .accent) : StyledText()
        let detail = times + words(text.detail, text.tone == .muted ? .dim : .text)
        write(detail, in: rest3.inset(right: tag.columns + 1))
        write(tag, in: rest3, alignment: .right)
    }
}
