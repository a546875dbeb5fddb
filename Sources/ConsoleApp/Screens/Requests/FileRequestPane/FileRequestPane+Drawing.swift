import RequestFiles
import SessionCore
import TerminalUI

extension FileRequestPane {
    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let preview else { return StyledText() }
        return StyledText.words(" · \(preview.place)", .dim, glyphs: glyphs)
    }

    func note(isFocused: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let preview else { return StyledText() }
        guard !preview.isBlocked else { return StyledText("\(glyphs.cross) can't be sent", .danger) }
        let key = isFocused ? Action.send.key(glyphs) : ShellAction.send.key(glyphs)
        return StyledText(key, .key) + StyledText(" send")
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _: Scene) {
        guard let preview else {
            return canvas.write(canvas.words(absence, .dim).wrapped(to: area.width), in: area)
        }
        if let editor, editor.part == .body {
            let (label, text) = area.split(left: Self.labelWidth)
            canvas.write([StyledText("Body", .dim)], in: label)
            return editor.draw(on: &canvas, in: text, placeholder: "Body")
        }
        let place = rowOfEdited
        for (index, row) in zip(list.visible, area.rows) {
            if index == place, let editor {
                let field = editor.part == .requestLine ? row : row.inset(left: Self.labelWidth)
                editor.draw(on: &canvas, in: field, placeholder: "Name: value")
                continue
            }
            let line = preview.lines[rows[index].line]
            let isFirst = index == 0 || rows[index - 1].line != rows[index].line
            let (label, value) = row.split(left: Self.labelWidth)
            if isFirst { canvas.write(labelText(line, canvas), in: label) }
            if line.isSentence {
                canvas.write(canvas.words(rows[index].text, line.tone.style), in: value)
            } else {
                canvas.write(text(line, canvas), movedBy: scroll, in: value)
            }
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row, isFocused: isFocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }

    private func labelText(_ line: RequestPreview.Line, _ canvas: Canvas) -> StyledText {
        if line.part == .requestLine { return StyledText(String(line.label.prefix(8)), Style(.accent, .bold)) }
        let style: Style = line.tone == .bad || line.tone == .warning ? line.tone.style : .dim
        return StyledText(line.label, style)
    }

    private func text(_ line: RequestPreview.Line, _ canvas: Canvas) -> StyledText {
        if line.part == .requestLine { return SafeText.line(line.text, style: .title, glyphs: canvas.glyphs) }
        if case .header = line.part, line.tone == .plain { return canvas.headerLine(line.text) }
        return canvas.words(line.text, line.tone.style)
    }
}
