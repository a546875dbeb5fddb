package import TerminalUI

/// The surface of one frame with the glyphs it is drawn in, and the ways in which all parts of the screen write on it.
package struct Canvas {
    package var surface: Surface
    /// What a click answers to, place by place.
    package private(set) var hits = HitMap<HitTarget>()
    package let glyphs: Glyphs

    package init(size: Size, glyphs: Glyphs) {
        surface = Surface(size: size)
        self.glyphs = glyphs
    }

    /// Lets a click at a place answer as the target.
    package mutating func mark(_ rect: Rect, as target: HitTarget) { hits.mark(rect, as: target) }
    /// Hides what was marked below, as a popup does.
    package mutating func cover(_ rect: Rect) { hits.cover(rect) }

    /// Blanks a part, with all that was marked in it.
    package mutating func clear(_ rect: Rect) {
        surface.clear(rect)
        if let cursor = surface.cursor, rect.contains(cursor) { surface.cursor = nil }
        if let focus = surface.focus, rect.contains(focus) { surface.focus = nil }
        cover(rect)
    }

    /// Our own words around outside text.
    package func words(_ text: String, _ style: Style = .text) -> StyledText {
        StyledText.words(text, style, glyphs: glyphs)
    }

    /// A key and what it does, as in `l sign in`.
    package func key(_ action: some KeyAction, _ words: String, _ style: Style = .text) -> StyledText {
        StyledText(action.key(glyphs), .key) + StyledText(" \(words)", style)
    }

    /// A header line from outside, its name less bright than its value.
    package func headerLine(_ line: String) -> StyledText {
        let name = line.prefix { $0 != ":" } + line.drop { $0 != ":" }.prefix { $0 == ":" || $0 == " " }
        return SafeText.line(String(name), style: .dim, glyphs: glyphs)
            + SafeText.line(String(line.dropFirst(name.count)), glyphs: glyphs)
    }

    /// Writes text on a row, cut with an ellipsis.
    package mutating func write(_ text: StyledText, in row: Rect, alignment: TextWidth.Alignment = .left) {
        surface.write(text, in: row, alignment: alignment, ellipsis: glyphs.ellipsis)
    }

    /// Writes one text at the left and one at the right end of a row; the right one goes first where both don't fit.
    package mutating func write(_ left: StyledText, right: StyledText, in row: Rect) {
        let rightWidth = right.columns
        guard !right.isEmpty, left.columns + rightWidth + 2 <= row.width else { return write(left, in: row) }
        write(left, in: row)
        write(right, in: row, alignment: .right)
    }

    /// Writes lines from the top, as many as there is room for.
    package mutating func write(_ lines: [StyledText], in area: Rect) {
        for (line, row) in zip(lines, area.rows) { write(line, in: row) }
    }

    /// Marks a row as the selected one.
    package mutating func select(_ row: Rect, isFocused: Bool = true) {
        guard isFocused else { return }
        surface.recolor(row, .selection)
        surface.focus = row.origin
    }

    /// A block of text in the middle of an area, its lines beginning in the same column.
    package mutating func writeCentered(_ lines: [StyledText], in area: Rect) {
        let width = lines.map(\.columns).max() ?? 0
        write(lines, in: area.centered(Size(width: width, height: lines.count)))
    }
}
