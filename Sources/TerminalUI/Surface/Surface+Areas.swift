extension Surface {
    /// Fills a rectangle with one character, by default a blank.
    package mutating func fill(_ rect: Rect, with character: Character = " ", style: Style = .text) {
        let area = rect.intersection(bounds)
        let cell = Cell(character, style: style)
        guard cell.width > 1 else { return fill(area, with: cell) }
        for y in area.y..<area.maxY {
            for x in stride(from: area.x, to: area.maxX, by: 2) {
                put(x + 1 < area.maxX ? cell : .blank(style: style), at: Point(x: x, y: y))
            }
        }
    }

    /// Gives every cell of a rectangle the role, keeping its text and its own attributes.
    package mutating func recolor(_ rect: Rect, _ role: StyleRole) {
        let area = rect.intersection(bounds)
        for y in area.y..<area.maxY {
            for index in y * size.width + area.x..<y * size.width + area.maxX {
                restyle(at: index, Style(role, cells[index].style.attributes))
            }
        }
    }

    /// Dims a rectangle, as behind a popup: it keeps its text and loses its styles.
    package mutating func dim(_ rect: Rect) {
        let area = rect.intersection(bounds)
        for y in area.y..<area.maxY {
            for index in y * size.width + area.x..<y * size.width + area.maxX { restyle(at: index, .shade) }
        }
    }

    /// Copies another surface onto this one, with its cursor, focus and title, if any.
    package mutating func blit(_ other: Surface, at origin: Point = .zero) {
        let area = Rect(origin: origin, size: other.size).intersection(bounds)
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                let cell = other[Point(x: x - origin.x, y: y - origin.y)]
                // The second half of a wide character whose first half was cut off.
                let isOrphan = cell.isContinuation && x == area.x
                put(isOrphan ? .blank(style: cell.style) : cell, at: Point(x: x, y: y))
                guard cell.link > 0 else { continue }
                relink(at: y * size.width + x, number(ofLink: other.links[Int(cell.link) - 1]))
            }
        }
        if let cursor = other.cursor { self.cursor = cursor + origin }
        if let focus = other.focus { self.focus = focus + origin }
        if let title = other.title { self.title = title }
    }
}
