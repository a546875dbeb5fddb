package import TerminalUI

extension Canvas {
    /// Writes groups of hints, the first hint of all reversed: of the last group what half of the row has room for, and
    /// before it as many of the others as fit, in their order; an ellipsis says that some are left out.
    package mutating func writeHints(_ groups: [[Hint]], in row: Rect) {
        let groups = groups.filter { !$0.isEmpty }
        guard let main = groups.first?.first else { return }
        var last = groups.count > 1 ? groups[groups.count - 1] : []
        while last.count > 1, Hint.columns(of: last) > row.width / 2 { last.removeLast() }
        let bar = StyledText(" \(glyphs.border.vertical) ", .border)
        let sign = StyledText(" \(glyphs.ellipsis)", .dim)
        let room = row.width - (last.isEmpty ? 0 : Hint.columns(of: last) + bar.columns)
        let others = groups.prefix(max(1, groups.count - 1))
        let all = others.map { Hint.columns(of: $0) }.reduce(0, +) + bar.columns * (others.count - 1)
        let least = all <= room ? room : room - sign.columns
        var x = row.x
        for group in others {
            let start = x + (x == row.x ? 0 : bar.columns)
            let end = place(
                group, in: Rect(x: start, y: row.y, width: row.x + least - start, height: 1), main: main)
            guard end > start else { continue }
            if start > x { write(bar, in: Rect(x: x, y: row.y, width: bar.columns, height: 1)) }
            x = end
        }
        if least < room {
            write(sign, in: Rect(x: x, y: row.y, width: sign.columns, height: 1))
            x += sign.columns
        }
        guard !last.isEmpty else { return }
        write(bar, in: Rect(x: x, y: row.y, width: bar.columns, height: 1))
        _ = place(last, in: Rect(x: x + bar.columns, y: row.y, width: row.maxX - x - bar.columns, height: 1))
    }

    /// Writes as many whole hints as fit, each to be clicked.
    package mutating func writeHints(_ hints: [Hint], in row: Rect) { _ = place(hints, in: row) }

    /// Writes hints, the main one reversed; answers where they end.
    private mutating func place(_ hints: [Hint], in row: Rect, main: Hint? = nil) -> Int {
        var x = row.x
        for hint in hints {
            let text =
                hint == main
                ? StyledText("\(hint.name) \(hint.label)", Style(.key, .reverse))
                : StyledText(hint.name, .key) + StyledText(" \(hint.label)")
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
        return x
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
