import ConsoleKit
import RequestFiles
import SessionCore
import TerminalUI

extension FileRequestPane {
    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let preview else { return StyledText() }
        return StyledText.words(" · \(preview.place)", .dim, glyphs: glyphs)
    }

    func titleEnd(isFocused: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let preview else { return StyledText() }
        guard !preview.isBlocked else { return StyledText("\(glyphs.cross) can't be sent", .danger) }
        let key = isFocused ? Action.send.key(glyphs) : ShellAction.send.key(glyphs)
        return StyledText(key, .key) + StyledText(" send")
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard preview != nil, let editor, isEditingBody else {
            return drawRows(on: &canvas, in: area, isFocused: isFocused, scene)
        }
        let (label, text) = area.split(left: Self.labelWidth)
        canvas.write([StyledText("Body", .dim)], in: label)
        editor.draw(on: &canvas, in: text, placeholder: "Body")
    }

    func absence(in _: Scene, _ canvas: Canvas, width: Int) -> [StyledText] {
        canvas.words(absence, .dim).wrapped(to: width)
    }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _: Scene) {
        if let editor, isEdited(row) {
            let field = editor.part == .requestLine ? place : place.inset(left: Self.labelWidth)
            return editor.draw(on: &canvas, in: field, placeholder: "Name: value")
        }
        guard let line = preview?.lines[row.id.line] else { return }
        let (label, value) = place.split(left: Self.labelWidth)
        if row.id.row == 0 { canvas.write(labelText(line, canvas), in: label) }
        if line.isSentence {
            canvas.write(canvas.words(row.text, line.tone.style), in: value)
        } else {
            canvas.write(text(line, canvas), movedBy: list.left, in: value)
        }
    }

    /// A field that is typed in is marked by its cursor.
    func isMarked(_ row: Row, isSelected: Bool) -> Bool { isSelected && !isEdited(row) }

    private func isEdited(_ row: Row) -> Bool { rowOfEdited.flatMap { list[$0] }?.id == row.id }

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
