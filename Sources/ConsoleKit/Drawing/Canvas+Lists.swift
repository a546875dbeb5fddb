package import TerminalUI

extension Canvas {
    /// Writes as many whole hints as fit, each to be clicked.
    package mutating func writeHints(_ hints: [Hint], in row: Rect) {
        var x = row.x
        for hint in hints {
            let text = StyledText(hint.name, .key) + StyledText(" \(hint.label)")
            let gap = x == row.x ? 0 : 2
            guard x + gap + text.columns <= row.maxX else { continue }
            let place = Rect(x: x + gap, y: row.y, width: text.columns, height: 1)
            write(text, in: place)
            if let key = hint.key { mark(place, as: .key(key)) }
            if let key = hint.key, let other = hint.otherKey {
                let (_, rest) = place.split(left: TextWidth.columns(of: key.name(glyphs)) + 1)
                mark(rest, as: .key(other))
            }
            x = place.maxX
        }
    }

    /// Lets a function draw each row that is in sight, told whether it is the selected one.
    ///
    /// Each can be clicked. The scrollbar stands beside them, or beside another area.
    package mutating func draw<Row>(
        _ list: RowList<Row>, in area: Rect, barBeside edge: Rect? = nil,
        _ draw: (inout Canvas, Row, Rect, Bool) -> Void
    ) {
        for (index, place) in list.places(in: area) {
            guard let row = list[index] else { continue }
            if row.stop != .never { mark(place, as: .row(index)) }
            draw(&self, row, place, index == list.selection)
        }
        drawScrollbar(list.visible, of: list.count, beside: edge ?? area)
    }

    /// On the frame to the right of an area.
    package mutating func drawScrollbar(_ visible: Range<Int>, of count: Int, beside area: Rect) {
        let column = Rect(x: area.maxX + 1, y: area.y, width: 1, height: area.height)
        Scrollbar.draw(on: &surface, in: column, visible: visible, count: count, glyphs: glyphs)
    }

    /// Marks what a search found in a row as it is drawn.
    package mutating func highlight(_ find: FindField?, in row: Rect) {
        guard let find, find.hasSearched, row.height == 1 else { return }
        let cells = (row.x..<row.maxX).map { surface[Point(x: $0, y: row.y)].grapheme.lowercased() }
        let needle = find.words.lowercased().map(String.init)
        guard needle.count <= cells.count else { return }
        for start in 0...cells.count - needle.count where Array(cells[start..<start + needle.count]) == needle {
            surface.recolor(Rect(x: row.x + start, y: row.y, width: needle.count, height: 1), .match)
        }
    }

    /// Writes text on a row without its first columns; an ellipsis marks each side where it is cut.
    package mutating func write(_ text: StyledText, movedBy left: Int, in row: Rect) {
        guard left > 0, text.columns > row.width else { return write(text, in: row) }
        let moved = min(left, text.columns - row.width)
        write(text.dropping(columns: moved, ellipsis: glyphs.ellipsis), in: row)
    }

    /// A name and a value on a row.
    package mutating func write(_ line: FactLine, nameWidth: Int, in row: Rect) {
        let name = SafeText.line(line.name, style: .dim, glyphs: glyphs)
        write(name, in: Rect(x: row.x, y: row.y, width: min(nameWidth, row.width), height: 1))
        write(SafeText.line(line.value ?? "", glyphs: glyphs), in: row.inset(left: nameWidth + 2))
    }
}
