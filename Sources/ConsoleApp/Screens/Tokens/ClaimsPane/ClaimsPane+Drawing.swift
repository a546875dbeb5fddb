import ConsoleKit
import SessionCore
import TerminalUI

extension ClaimsPane {
    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let subject else { return StyledText() }
        return StyledText.words(" · \(subject.name)", .dim, glyphs: glyphs)
    }

    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        if let find = list.find, find.hasSearched { return StyledText.words(find.summary, .accent, glyphs: glyphs) }
        guard let contents = subject?.contents else { return StyledText() }
        return StyledText.words("\(subject?.form ?? "") · \(contents.size) bytes", .dim, glyphs: glyphs)
    }

    func absence(in _: Scene, _: Canvas, width _: Int) -> [StyledText] { [StyledText("no token is selected", .dim)] }

    func draw(_ claim: ClaimRow, on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        let line = claim.line
        guard line.kind != .heading else { return canvas.write(canvas.words(line.name, .title), in: row) }
        let nameWidth = nameWidth(of: line)
        if let name = claim.namePart {
            return canvas.write(
                SafeText.line(name, style: line.nameStyle, glyphs: canvas.glyphs), in: row.inset(left: line.indent))
        }
        if claim.isFirst {
            let name = SafeText.line(line.name, style: line.nameStyle, glyphs: canvas.glyphs)
            canvas.write(
                name, in: Rect(x: row.x + line.indent, y: row.y, width: nameWidth - line.indent, height: 1))
        }
        let (value, remark) = line.texts(of: subject, in: scene)
        var text = SafeText.line(claim.part ?? value, style: line.valueStyle, glyphs: canvas.glyphs)
        let room = row.width - nameWidth - 2
        if claim.part == nil, !remark.isEmpty {
            let shown = canvas.words(remark, .dim)
            let nearest = value.isEmpty ? 0 : text.columns + 2
            // Below the others where that leaves room for it.
            let aligned = value.isEmpty ? 0 : max(nearest, min(36, room / 2))
            if let column = [aligned, nearest].first(where: { $0 + shown.columns <= room }) {
                text.append(String(repeating: " ", count: column - text.columns))
                text += shown
            }
        }
        canvas.write(text, in: row.inset(left: nameWidth + 2))
    }
}

extension ClaimLine {
    fileprivate var nameStyle: Style {
        if case .member = kind { Style(.jsonName) } else { .dim }
    }

    fileprivate var valueStyle: Style {
        if case .fact(let tone) = kind { tone.style } else { .text }
    }
}
