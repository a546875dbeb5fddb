extension Teletype {
    /// Divides all lines anew, by another width; the cursor stays at its text.
    mutating func divideLines(width: Int) {
        var (divided, next): ([Line], Int) = ([], lines[lines.count - 1].id + 1)
        var text: [Cell] = []
        var cursor: Int?
        var (newRow, newColumn) = (0, 0)
        for (place, line) in lines.enumerated() {
            if place == row { cursor = text.count + min(column, max(line.cells.count, column)) }
            text += line.cells
            if line.goesOn, place + 1 < lines.count { continue }
            let parts = text.parts(width: width)
            for (index, part) in parts.enumerated() {
                if let offset = cursor, part.contains(offset) || index == parts.count - 1 {
                    (newRow, newColumn, cursor) = (divided.count, min(offset - part.lowerBound, width), nil)
                }
                divided.append(Line(id: next, cells: Array(text[part]), goesOn: index < parts.count - 1))
                next += 1
            }
            text = []
        }
        (lines, row, column) = (divided, newRow, newColumn)
        changed = lines[0].id
    }
}

/// The cells of a line. Like a ``Surface`` they never hold half a wide character.
extension [Cell] {
    mutating func put(_ cell: Cell, at column: Int) {
        while count < column { append(.blank) }
        store(cell, at: column)
        if cell.width == 2 { store(.continuation(style: cell.style), at: column + 1) }
    }

    private mutating func store(_ cell: Cell, at column: Int) {
        guard column < count else { return append(cell) }
        detach(column, from: cell)
        self[column] = cell
    }

    /// Blanks the other half of a wide character that is about to lose this half.
    private mutating func detach(_ column: Int, from cell: Cell) {
        let old = self[column]
        if old.isContinuation, column > 0, !cell.isContinuation {
            self[column - 1] = .blank
        } else if old.width == 2, column + 1 < count {
            self[column + 1] = .blank
        }
    }

    mutating func cut(at column: Int) {
        guard column < count else { return }
        if self[column].isContinuation, column > 0 { self[column - 1] = .blank }
        removeSubrange(column...)
    }

    mutating func blank(_ columns: Range<Int>) {
        for column in columns.clamped(to: 0..<count) { put(.blank, at: column) }
    }

    mutating func insert(_ added: Int, at column: Int, limit: Int) {
        guard column < count else { return }
        if self[column].isContinuation, column > 0 { (self[column - 1], self[column]) = (.blank, .blank) }
        insert(contentsOf: repeatElement(.blank, count: Swift.min(added, limit)), at: column)
        if count > limit { cut(at: limit) }
    }

    mutating func remove(_ removed: Int, at column: Int) {
        guard column < count else { return }
        let end = Swift.min(count, column + removed)
        blank(column..<end)
        removeSubrange(column..<end)
    }

    /// Where they are divided into lines of a width: one at least.
    func parts(width: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        while count - start > width {
            let end = start + width
            // The halves of a wide character stay together.
            let whole = self[end].isContinuation && width > 1 ? end - 1 : end
            parts.append(start..<whole)
            start = whole
        }
        return parts + [start..<count]
    }
}
