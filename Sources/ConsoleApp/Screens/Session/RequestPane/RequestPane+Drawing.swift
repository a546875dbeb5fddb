import ConsoleKit
import SessionCore
import TerminalUI

extension RequestPane {
    private static let labelWidth = 8

    func subtitle(in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        chosen?.subtitle(in: scene, glyphs) ?? StyledText()
    }

    func titleEnd(isFocused: Bool, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        if let chosen { return chosen.titleEnd(isFocused: isFocused, in: scene, glyphs) }
        let key = isFocused ? Action.send.key(glyphs) : ShellAction.send.key(glyphs)
        return StyledText(key, .key) + StyledText(" send")
    }

    /// The rows that show everything; method and target share one.
    var rowCount: Int { chosen?.list.count ?? draft.fields.count - 2 + bodyRows }

    /// The rows of the body and of what is to be said of it.
    private var bodyRows: Int {
        let text = isEditingBody ? editor?.text ?? "" : draft.body
        return text.utf8.count { $0 == 0x0A } + 1 + (showsCheck ? 1 : 0)
    }

    /// Good news is only for the one who types.
    private var showsCheck: Bool { isEditingBody ? check != nil : check != nil && check != .valid }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        if let chosen { return chosen.draw(on: &canvas, in: area, isFocused: isFocused, scene) }
        let rows = RequestRows(
            draft.fields, selected: isFocused ? selected : nil, bodyRows: bodyRows, hasBody: !draft.body.isEmpty,
            height: area.height)
        let (first, rest) = area.split(top: 1)
        let hidden = canvas.words(rows.hiddenWords, .dim)
        canvas.write(hidden, in: first, alignment: .right)
        let start = first.inset(right: hidden.isEmpty ? 0 : hidden.columns + 2)
        for field in [RequestField.method, .target] { draw(field, on: &canvas, in: start, isFocused: isFocused, scene) }
        let (middle, body) = rest.split(top: rows.middle.count)
        for (field, row) in zip(rows.middle, middle.rows) {
            draw(field, on: &canvas, in: row, isFocused: isFocused, scene)
        }
        drawBody(on: &canvas, in: body, isFocused: isFocused)
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
            text = canvas.headerLine("\(header.name): \(HTTPExchange.shownValue(of: header))")
        case .newHeader: text = StyledText("+ add a header", .dim)
        case .body: return
        }
        if let editor, editor.part == field {
            return editor.draw(on: &canvas, in: area, placeholder: field.title)
        }
        let isSelected = isFocused && field == selected
        canvas.write(text, right: isSelected ? headerKeys(of: field, canvas) : StyledText(), in: area)
        mark(field, in: area, on: &canvas)
        if isSelected {
            canvas.select(Rect(x: area.x, y: area.y, width: max(1, min(area.width, text.columns)), height: 1))
        }
    }

    private func mark(_ field: RequestField, in area: Rect, on canvas: inout Canvas) {
        if let index = draft.fields.firstIndex(of: field) { canvas.mark(area, as: .row(index)) }
    }

    /// What can be done with a header, beside it.
    private func headerKeys(of field: RequestField, _ canvas: Canvas) -> StyledText {
        guard case .header = field else { return StyledText() }
        return canvas.key(Action.editField, "edit  ", .dim) + canvas.key(Action.removeHeader, "remove", .dim)
    }

    // MARK: - The body

    private func drawBody(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        guard let first = area.rows.first else { return }
        let (label, _) = first.split(left: Self.labelWidth)
        canvas.write(StyledText("Body", .dim), in: label)
        let value = area.inset(left: Self.labelWidth)
        let (rows, checkRow) = value.split(bottom: showsCheck && area.height > 1 ? 1 : 0)
        if isEditingBody, let editor {
            editor.draw(on: &canvas, in: rows, placeholder: RequestField.body.title)
            return draw(check, on: &canvas, in: checkRow)
        }
        let lines = bodyLines(rows.height, canvas.glyphs)
        canvas.write(lines, in: rows)
        mark(.body, in: area, on: &canvas)
        let below = Rect(x: rows.x, y: rows.y + min(lines.count, rows.height), width: rows.width, height: 1)
        if showsCheck, area.height > 1 { draw(check, on: &canvas, in: below) }
        guard isFocused, selected == .body, let line = lines.first else { return }
        canvas.select(Rect(x: rows.x, y: rows.y, width: max(1, min(rows.width, line.columns)), height: 1))
    }

    private func bodyLines(_ count: Int, _ glyphs: Glyphs) -> [StyledText] {
        if draft.body.isEmpty { return [StyledText("none", .dim)] }
        let lines = draft.body.split(maxSplits: count, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.prefix(count).map { line in
            // Nothing beyond the widest terminal is laid out.
            let start = String(line.prefix(1000))
            return check == .valid ? JSONLine.styled(start, glyphs: glyphs) : SafeText.line(start, glyphs: glyphs)
        }
    }

    private func draw(_ check: BodyCheck?, on canvas: inout Canvas, in row: Rect) {
        guard let check, row.height > 0 else { return }
        let glyphs = canvas.glyphs
        let text =
            switch check {
            case .valid: StyledText("\(glyphs.check) valid JSON", .success)
            case .flawed(let line, let column, let reason):
                canvas.words("\(glyphs.cross) not JSON at \(line):\(column): \(reason)", .warning)
            case .skipped(let reason): canvas.words("\(glyphs.dash) \(reason)", .dim)
            }
        canvas.write(text, in: row)
    }

    private func authorizationText(_ canvas: Canvas, _ scene: Scene) -> StyledText {
        let choice = StyledText(draft.sentAuthorization.words)
        guard draft.sentAuthorization != .none else { return choice }
        guard scene.isSignedIn, let token = scene.status.accessToken else {
            return choice + canvas.words(" · none yet", .dim)
        }
        let isOver = TokenClock(token, now: scene.now).isOver
        let past = token.expiry.pastWord
        let expired = scene.hasRunOut ? ", \(past)" : ", \(past): refreshed before it is sent"
        return choice + canvas.words(" · ", .dim) + StyledText("\(token.fingerprint)", .accent)
            + (isOver ? StyledText(expired, .warning) : StyledText())
    }
}
