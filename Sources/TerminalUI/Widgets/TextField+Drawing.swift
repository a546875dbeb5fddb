extension TextField {
    /// Draws the part of the text around the cursor, and places the terminal's cursor if the field has the focus.
    ///
    /// An ellipsis marks each side where text is cut off. A field of one line uses the first row only.
    package func draw(
        on surface: inout Surface, in rect: Rect, isFocused: Bool, placeholder: String = "", glyphs: Glyphs
    ) {
        let area = rect.intersection(surface.bounds)
        guard !area.isEmpty else { return }
        let style = Style(isFocused ? .fieldFocused : .field)
        let rows = kind == .multiline ? area.rows : Array(area.rows.prefix(1))
        for row in rows { surface.fill(row, style: style) }

        let lines = shownLines(style: style, glyphs: glyphs)
        let cursorLine = beforeCursor.count(where: \.isLineBreak)
        let cursorColumn = shown(lineOfCursor, style: style, glyphs: glyphs).columns
        let cursorLineColumns = lines.dropFirst(cursorLine).first?.columns ?? 0
        // One column more than the text has, for the cursor after its end.
        let left = Self.windowStart(around: cursorColumn, length: area.width, of: cursorLineColumns + 1)
        let top = Self.windowStart(around: cursorLine, length: rows.count, of: lines.count)
        for (row, line) in zip(rows, lines.dropFirst(top)) {
            Self.draw(line, from: left, on: &surface, in: row, glyphs: glyphs)
            if isSelected {
                let width = min(row.width, line.columns)
                surface.recolor(Rect(x: row.x, y: row.y, width: width, height: 1), .selection)
            }
        }
        if isEmpty, !placeholder.isEmpty {
            surface.write(StyledText(placeholder, Style(style.role, .dim)), in: rows[0], ellipsis: glyphs.ellipsis)
        }
        if isFocused {
            surface.cursor = Point(x: area.x + cursorColumn - left, y: area.y + cursorLine - top)
        }
    }

    /// The start of a window of the given length that shows the place.
    ///
    /// It moves in steps of half its length, so that the text rarely moves with the cursor, but never beyond the end.
    private static func windowStart(around place: Int, length: Int, of total: Int) -> Int {
        guard place >= length else { return 0 }
        let step = max(1, length / 2)
        return min((place - length) / step * step + step, total - length)
    }

    private var lineOfCursor: String {
        guard kind == .multiline, let lineBreak = beforeCursor.lastIndex(where: \.isLineBreak) else {
            return beforeCursor
        }
        return String(beforeCursor[beforeCursor.index(after: lineBreak)...])
    }

    private func shownLines(style: Style, glyphs: Glyphs) -> [StyledText] {
        guard kind == .multiline else { return [shown(text, style: style, glyphs: glyphs)] }
        return SafeText.lines(text, style: style, glyphs: glyphs)
    }

    private func shown(_ text: String, style: Style, glyphs: Glyphs) -> StyledText {
        guard kind == .secret else { return SafeText.line(text, style: style, glyphs: glyphs) }
        return StyledText(String(repeating: glyphs.mask, count: text.count), style)
    }

    private static func draw(
        _ line: StyledText, from left: Int, on surface: inout Surface, in row: Rect, glyphs: Glyphs
    ) {
        let width = line.columns
        // Drawing on a surface of its own keeps wide characters whole at the cut.
        var picture = Surface(size: Size(width: row.width, height: 1))
        picture.fill(picture.bounds, style: surface[row.origin].style)
        picture.write(line, at: Point(x: -left, y: 0))
        let mark = TextWidth.prefix(glyphs.ellipsis, columns: 1)
        if left > 0, width > left { picture.write(mark, at: .zero, style: Style(.dim)) }
        if width > left + row.width {
            picture.write(mark, at: Point(x: row.width - 1, y: 0), style: Style(.dim))
        }
        surface.blit(picture, at: row.origin)
    }
}
