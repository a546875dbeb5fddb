import TerminalUI

extension Painter {
    /// An error, or what became of the last thing a person did; it stays until it is dismissed.
    mutating func drawNotice() {
        guard let notice = model.notice, !layout.notice.isEmpty else { return }
        let area = layout.notice.inset(left: 1, right: 1)
        let mark =
            switch notice.tone {
            case .bad: "\(glyphs.cross) "
            case .good: "\(glyphs.check) "
            case .plain, .muted, .warning: ""
            }
        let style: Style = notice.tone == .muted ? .text : notice.tone.style
        let room = max(20, Notice.room(width: surface.size.width))
        let text = StyledText(mark, style) + words(notice.text, style)
        let advice = notice.advice.map { words($0) } ?? StyledText()
        let joined = (advice.isEmpty ? text : text + words(" · ") + advice).wrapped(to: room)
        let lines = joined.count <= area.height ? joined : fit(text, advice, width: room, height: area.height)
        let key = notice.tone == .bad ? StyledText("esc", .key) + StyledText(" dismiss") : StyledText()
        for (line, row) in zip(lines, area.rows) { write(line, right: row.y == area.y ? key : StyledText(), in: row) }
    }

    /// What to do next is kept whole where it can be; what happened is cut.
    private func fit(_ text: StyledText, _ advice: StyledText, width: Int, height: Int) -> [StyledText] {
        let last = advice.isEmpty ? [] : Array(advice.wrapped(to: width).prefix(max(0, height - 1)))
        var first = Array(text.wrapped(to: width).prefix(height - last.count))
        if let end = first.popLast() {
            let mark = StyledText(" \(glyphs.ellipsis)", .dim)
            first.append(end.truncated(to: width - mark.columns, ellipsis: "") + mark)
        }
        return first + last
    }

    /// The last row: a field that is typed into, or the keys that do something now.
    mutating func drawHints() {
        let row = layout.hints.inset(left: 1, right: 1)
        switch model.overlay {
        case .burst(let field):
            drawPrompt(
                "Burst: how many calls at once?", field, "send", placeholder: "\(Model.usualBurst)", in: row)
        case .find(let panel, let field):
            let title = panel == .events ? "Filter events:" : "Search in \(panel.title.lowercased()):"
            drawPrompt(title, field, panel == .events ? "keep" : "search", in: row)
        case .commandLine(let line): drawPrompt(":", line.field, "do", in: row)
        case .field(let field, _, let flaw):
            if let flaw {
                write(words("\(glyphs.cross) \(flaw)", .danger), in: row)
            } else {
                let what = StyledText("Editing: \(field.title)  ", .accent)
                write(what + HintBar.text(enterAndEscape("keep"), columns: row.width - what.columns), in: row)
            }
        case let overlay?:
            write(HintBar.text(overlay.hints(glyphs), columns: row.width), in: row)
        case nil:
            write(HintBar.text(Hints.now(model, glyphs: glyphs), columns: row.width), in: row)
        }
    }

    private func enterAndEscape(_ verb: String) -> [HintBar.Hint] {
        [HintBar.Hint(Key.enter.name(glyphs), verb), HintBar.Hint(Key.escape.name(glyphs), "cancel")]
    }

    private mutating func drawPrompt(
        _ title: String, _ field: TextField, _ verb: String, placeholder: String = "", in row: Rect
    ) {
        let hints = HintBar.text(enterAndEscape(verb), columns: row.width)
        let titleWidth = min(TextWidth.columns(of: title), row.width / 2)
        write(StyledText(title, .accent), in: row.split(left: titleWidth).left)
        let showsHints = row.width - titleWidth - hints.columns >= 16
        let area = row.inset(left: titleWidth + (title == ":" ? 0 : 1), right: showsHints ? hints.columns + 2 : 0)
        field.draw(on: &surface, in: area, isFocused: true, placeholder: placeholder, glyphs: glyphs)
        if showsHints { write(hints, in: row, alignment: .right) }
    }
}
