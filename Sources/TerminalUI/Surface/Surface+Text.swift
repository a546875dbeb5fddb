extension Surface {
    /// Writes text on one row and returns the columns it took.
    ///
    /// Control characters have no effect: a line feed is shown as `␊`. Text beyond the limit or the surface's edge is
    /// cut without an ellipsis.
    @discardableResult
    package mutating func write(_ text: String, at point: Point, style: Style = .text, limit: Int? = nil) -> Int {
        let end = min(limit.map { point.x + max(0, $0) } ?? size.width, size.width)
        var x = point.x
        guard point.y >= 0, point.y < size.height else { return 0 }
        DisplayUnit.forEach(in: text) { unit in
            guard x + unit.columns <= end else { return false }
            put(Cell(unit, style: style), at: Point(x: x, y: point.y))
            x += unit.columns
            return x < end
        }
        return x - point.x
    }

    /// Writes styled text on one row and returns the columns it took.
    @discardableResult
    package mutating func write(_ text: StyledText, at point: Point, limit: Int? = nil) -> Int {
        var used = 0
        for span in text.spans {
            let room = limit.map { $0 - used }
            if let room, room <= 0 { break }
            used += write(span.text, at: point + Point(x: used, y: 0), style: span.style, limit: room)
        }
        return used
    }

    /// Writes text into a row of the given width; text that is too long ends in the ellipsis.
    package mutating func write(
        _ text: StyledText, in row: Rect, alignment: TextWidth.Alignment = .left, ellipsis: String = "…"
    ) {
        guard row.height > 0 else { return }
        let fitting = text.truncated(to: row.width, ellipsis: ellipsis)
        let x =
            switch alignment {
            case .left: row.x
            case .right: row.maxX - fitting.columns
            case .center: row.x + (row.width - fitting.columns) / 2
            }
        write(fitting, at: Point(x: x, y: row.y), limit: row.maxX - x)
    }
}

extension Surface {
    /// Writes cells on one row, as far as they fit.
    package mutating func write(_ cells: [Cell], in row: Rect) {
        guard row.height > 0 else { return }
        for (offset, cell) in cells.prefix(max(0, row.width)).enumerated()
        where offset + Int(cell.width) <= row.width {
            put(cell, at: Point(x: row.x + offset, y: row.y))
        }
    }
}
