import SessionCore
import TerminalUI

extension Painter {
    mutating func drawSession(in area: Rect) {
        let isTall = area.height >= SessionLines.tallHeight - 2
        let session = SessionLines(model, width: area.width, isTall: isTall, glyphs: glyphs)
        write(session.lines, in: area)
        guard model.focus == .session, let line = session.tokenLines[model.selectedToken], line < area.height else {
            return
        }
        surface.write(glyphs.triangleRight, at: Point(x: area.x - 1, y: area.y + line), style: .accent)
    }

    mutating func drawUserInfo(in area: Rect) {
        let claims = model.userInfo.claims
        guard !claims.isEmpty else { return drawNoUserInfo(in: area) }
        let isFocused = model.focus == .userInfo
        let nameWidth = min(18, max(8, claims.map { TextWidth.columns(of: $0.name) }.max() ?? 0))
        for (index, row) in zip(model.userInfo.list.visible, area.rows) {
            let claim = claims[index]
            let name = SafeText.line(claim.name, style: .dim, glyphs: glyphs)
            write(name, in: Rect(x: row.x, y: row.y, width: nameWidth, height: 1))
            write(SafeText.line(claim.value, glyphs: glyphs), in: row.inset(left: nameWidth + 1))
            highlight(model.userInfo.search, in: row)
            if index == model.userInfo.list.selection { select(row, isFocused: isFocused) }
        }
        drawScrollbar(model.userInfo.list, beside: area)
    }

    private mutating func drawNoUserInfo(in area: Rect) {
        guard model.isSignedIn else { return write(StyledText("nobody is signed in", .dim), in: area) }
        let hint = StyledText("press ") + StyledText("i", .key) + StyledText(" to fetch it")
        write([hint], in: area)
    }

    /// On the frame to the right of an area.
    mutating func drawScrollbar(_ list: ScrollList, beside area: Rect) {
        let column = Rect(x: area.maxX + 1, y: area.y, width: 1, height: area.height)
        Scrollbar.draw(on: &surface, in: column, visible: list.visible, count: list.count, glyphs: glyphs)
    }

    /// Marks what a search found in a row as it is drawn.
    mutating func highlight(_ search: SearchState?, in row: Rect) {
        guard let search, !search.text.isEmpty, row.height == 1 else { return }
        let cells = (row.x..<row.maxX).map { surface[Point(x: $0, y: row.y)].grapheme.lowercased() }
        let needle = search.text.lowercased().map(String.init)
        guard needle.count <= cells.count else { return }
        for start in 0...cells.count - needle.count where Array(cells[start..<start + needle.count]) == needle {
            surface.recolor(Rect(x: row.x + start, y: row.y, width: needle.count, height: 1), .match)
        }
    }
}
