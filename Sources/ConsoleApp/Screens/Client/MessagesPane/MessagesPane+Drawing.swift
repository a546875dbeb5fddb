import SessionCore
import TerminalUI

extension MessagesPane {
    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let words: String =
            switch shownSubject {
            case .all: "all"
            case .session(let number): "of session \(number)"
            case .finding: "of the finding"
            }
        let dot = StyledText.words(" · ", .dim, glyphs: glyphs)
        let shown =
            filter.isEmpty ? StyledText() : dot + StyledText.words("filter: \(filter.words)", .warning, glyphs: glyphs)
        return dot + StyledText(words, .dim) + shown
    }

    func note(isFocused _: Bool, in _: Scene, _: Glyphs) -> StyledText {
        listed.count == messages.count
            ? StyledText("\(messages.count)", .dim) : StyledText("\(listed.count) of \(messages.count)", .dim)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard !listed.isEmpty else {
            let words = messages.isEmpty ? "no message was seen yet" : "no message matches"
            return canvas.write(StyledText(words, .dim), in: area)
        }
        for (index, row) in zip(list.visible, area.rows) {
            draw(listed[index], on: &canvas, in: row, scene)
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row, isFocused: isFocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }

    private static let factsWidth = 18
    private var isNarrow: Bool { width < 76 }
    private var timeWidth: Int { isNarrow ? 9 : 14 }
    private var senderRoom: Int { senderWidth > 0 ? senderWidth + 2 : 0 }

    /// The columns for the words of a message.
    var wordsWidth: Int { max(1, width - timeWidth - 2 - senderRoom - Self.factsWidth - 1) }

    private func draw(_ message: SeenMessage, on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        let step = message.step
        let (time, beside) = row.split(left: timeWidth)
        let moment = scene.time.moment(message.time)
        canvas.write(StyledText(isNarrow ? String(moment.prefix(8)) : moment, .dim), in: time.inset(right: 1))
        let (mark, rest) = beside.split(left: 2)
        canvas.write(StyledText(step.mark.text(canvas.glyphs), step.tone.style), in: mark)
        let (sender, words) = rest.split(left: senderRoom)
        if senderWidth > 0 { canvas.write(canvas.words(message.sender, .dim), in: sender.inset(right: 2)) }
        let (text, facts) = words.split(right: Self.factsWidth)
        let more = [step.reason, step.detail].filter { !$0.isEmpty }.joined(separator: " · ")
        canvas.write(
            canvas.words(step.label, step.tone == .plain ? .text : step.tone.style)
                + canvas.words(more.isEmpty ? "" : "  \(more)", step.reason.isEmpty ? .dim : step.tone.style),
            movedBy: scroll, in: text.inset(right: 1))
        let failure = message.exchange == nil ? "" : canvas.glyphs.cross
        canvas.write(StyledText(step.status.map(String.init) ?? failure, step.tone.style), in: facts)
        if let duration = step.duration {
            let place = Rect(x: facts.x + 4, y: facts.y, width: 8, height: 1)
            canvas.write(StyledText(DurationText.measured(duration), .dim), in: place, alignment: .right)
        }
        let token = StyledText(step.tokenSign(canvas.glyphs), .accent) + canvas.words(step.token, .accent)
        canvas.write(token, in: facts, alignment: .right)
    }
}
