import SessionCore
import TerminalUI

extension Painter {
    private static var labelWidth: Int { 8 }

    mutating func drawRequest(in area: Rect) {
        let rows = requestRows
        let selected = rows.firstIndex { $0.contains(model.selectedField) } ?? 0
        let top = model.focus == .request ? max(0, selected - area.height + 1) : 0
        for (fields, row) in zip(rows.dropFirst(top), area.rows) {
            if fields == [.method, .target] { drawRequestLine(in: row) } else { drawField(fields[0], in: row) }
        }
    }

    /// The fields of each row.
    private var requestRows: [[RequestField]] {
        [[.method, .target]] + model.request.fields.dropFirst(2).map { [$0] }
    }

    private mutating func drawRequestLine(in row: Rect) {
        let (left, rest) = row.split(left: Self.labelWidth)
        draw(.method, StyledText(model.request.method, Style(.accent, .bold)), in: left.inset(right: 1))
        draw(.target, SafeText.line(model.request.target, style: .title, glyphs: glyphs), in: rest)
    }

    private mutating func drawField(_ field: RequestField, in row: Rect) {
        let request = model.request
        switch field {
        case .method, .target: break
        case .authorization:
            write(StyledText("Token", .dim), in: row)
            draw(field, authorizationText, in: row.inset(left: Self.labelWidth))
        case .header(let index):
            let header = request.headers[index]
            let text =
                SafeText.line("\(header.name): ", style: .dim, glyphs: glyphs)
                + SafeText.line(header.value, glyphs: glyphs)
            draw(field, text, in: row)
        case .newHeader:
            draw(field, StyledText("+ add a header", .dim), in: row)
        case .body:
            write(StyledText("Body", .dim), in: row)
            let text = request.body.isEmpty ? StyledText("none", .dim) : SafeText.line(request.body, glyphs: glyphs)
            draw(field, text, in: row.inset(left: Self.labelWidth))
        }
    }

    private var authorizationText: StyledText {
        let choice = StyledText(model.request.authorization.words)
        guard model.request.authorization != .none else { return choice }
        guard let token = model.status.accessToken, model.isSignedIn else {
            return choice + words(" · nobody is signed in", .dim)
        }
        let clock = TokenClock(token, now: model.now)
        return choice + words(" · ", .dim) + StyledText("\(token.fingerprint)", .accent)
            + (clock.isOver ? StyledText(expiredText, .warning) : StyledText())
    }

    private var expiredText: String {
        model.status.refreshToken == nil ? ", expired" : ", expired: refreshed before it is sent"
    }

    /// A field's text, or the field itself while it is being edited.
    private mutating func draw(_ field: RequestField, _ text: StyledText, in row: Rect) {
        if case .field(field, let editor, _) = model.overlay {
            editor.draw(on: &surface, in: row, isFocused: true, placeholder: field.title, glyphs: glyphs)
            return
        }
        write(text, in: row)
        guard model.focus == .request, model.selectedField == field else { return }
        select(Rect(x: row.x, y: row.y, width: max(1, min(row.width, text.columns)), height: 1), isFocused: true)
    }
}
