extension Surface {
    /// Draws a border along the inside edge of a rectangle, and leaves the cells within as they are.
    ///
    /// The title is written on the upper edge with a blank on either side, and cut if it is too long.
    package mutating func box(
        _ rect: Rect, title: StyledText = StyledText(), style: Style = .border, borders: BorderSet,
        ellipsis: String = "…"
    ) {
        guard rect.width >= 2, rect.height >= 2 else { return }
        let right = rect.maxX - 1
        let bottom = rect.maxY - 1
        for x in rect.x + 1..<right {
            put(Cell(borders.horizontal, style: style), at: Point(x: x, y: rect.y))
            put(Cell(borders.horizontal, style: style), at: Point(x: x, y: bottom))
        }
        for y in rect.y + 1..<bottom {
            put(Cell(borders.vertical, style: style), at: Point(x: rect.x, y: y))
            put(Cell(borders.vertical, style: style), at: Point(x: right, y: y))
        }
        put(Cell(borders.topLeft, style: style), at: rect.origin)
        put(Cell(borders.topRight, style: style), at: Point(x: right, y: rect.y))
        put(Cell(borders.bottomLeft, style: style), at: Point(x: rect.x, y: bottom))
        put(Cell(borders.bottomRight, style: style), at: Point(x: right, y: bottom))
        writeTitle(title, on: rect, row: rect.y, style: style, ellipsis: ellipsis)
    }

    private mutating func writeTitle(_ title: StyledText, on rect: Rect, row: Int, style: Style, ellipsis: String) {
        let room = rect.width - 4
        guard !title.isEmpty, room >= 1 else { return }
        let text = StyledText(" ", style) + title.truncated(to: room, ellipsis: ellipsis) + StyledText(" ", style)
        write(text, at: Point(x: rect.x + 1, y: row), limit: room + 2)
    }
}
