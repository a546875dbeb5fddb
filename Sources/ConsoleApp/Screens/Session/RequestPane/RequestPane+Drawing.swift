import SessionCore
import TerminalUI

extension RequestPane {
    private static let labelWidth = 8

    func note(isFocused: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let key = isFocused ? Action.send.key(glyphs) : CallAction.send.key(glyphs)
        return StyledText(key, .key) + StyledText(" send")
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        let rows: [[RequestField]] = [[.method, .target]] + draft.fields.dropFirst(2).map { [$0] }
        let selectedRow = rows.firstIndex { $0.contains(selected) } ?? 0
        let top = isFocused ? max(0, selectedRow - area.height + 1) : 0
        for (fields, row) in zip(rows.dropFirst(top), area.rows) {
            for field in fields { draw(field, on: &canvas, in: row, isFocused: isFocused, scene) }
        }
    }

    private func draw(
        _ field: RequestField, on canvas: inout Canvas, in row: Rect, isFocused: Bool, _ scene: Scene
    ) {
        let (label, value) = row.split(left: Self.labelWidth)
        var (text, area) = (StyledText(), row)
        switch field {
        case .method: (text, area) = (StyledText(draft.method, Style(.accent, .bold)), label.inset(right: 1))
        case .target: (text, area) = (SafeText.line(draft.target, style: .title, glyphs: canvas.glyphs), value)
        case .authorization:
            canvas.write(StyledText("Token", .dim), in: label)
            (text, area) = (authorizationText(canvas, scene), value)
        case .header(let index):
            guard draft.headers.indices.contains(index) else { return }
            let header = draft.headers[index]
            text =
                SafeText.line("\(header.name): ", style: .dim, glyphs: canvas.glyphs)
                + SafeText.line(header.value, glyphs: canvas.glyphs)
        case .newHeader: text = StyledText("+ add a header", .dim)
        case .body:
            canvas.write(StyledText("Body", .dim), in: label)
            text =
                draft.body.isEmpty ? StyledText("none", .dim) : SafeText.line(draft.body, glyphs: canvas.glyphs)
            area = value
        }
        if field == selected, let editor {
            return editor.draw(
                on: &canvas.surface, in: area, isFocused: true, placeholder: field.title, glyphs: canvas.glyphs)
        }
        canvas.write(text, in: area)
        if let index = draft.fields.firstIndex(of: field) { canvas.mark(area, as: .row(index)) }
        guard isFocused, field == selected else { return }
        canvas.select(Rect(x: area.x, y: area.y, width: max(1, min(area.width, text.columns)), height: 1))
    }

    private func authorizationText(_ canvas: Canvas, _ scene: Scene) -> StyledText {
        let choice = StyledText(draft.authorization.words)
        guard draft.authorization != .none else { return choice }
        guard scene.isSignedIn, let token = scene.status.accessToken else {
            return choice + canvas.words(" · none yet", .dim)
        }
        let isOver = TokenClock(token, now: scene.now).isOver
        let expired = scene.status.refreshToken == nil ? ", expired" : ", expired: refreshed before it is sent"
        return choice + canvas.words(" · ", .dim) + StyledText("\(token.fingerprint)", .accent)
            + (isOver ? StyledText(expired, .warning) : StyledText())
    }
}
