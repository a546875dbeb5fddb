import TerminalUI

/// Draws one frame.
///
/// Each part of the screen is an extension beside what it shows.
struct Painter {
    let model: Model
    let layout: ScreenLayout
    let glyphs: Glyphs
    var surface: Surface

    init(_ model: Model, size: Size, glyphs: Glyphs) {
        self.model = model
        self.glyphs = glyphs
        layout = ScreenLayout(model, size: size)
        surface = Surface(size: size)
    }

    /// Our own words around outside text.
    func words(_ text: String, _ style: Style = .text) -> StyledText {
        StyledText.words(text, style, glyphs: glyphs)
    }

    /// Writes text on a row, cut with an ellipsis.
    mutating func write(_ text: StyledText, in row: Rect, alignment: TextWidth.Alignment = .left) {
        surface.write(text, in: row, alignment: alignment, ellipsis: glyphs.ellipsis)
    }

    /// Writes one text at the left and one at the right end of a row; the right one goes first where both don't fit.
    mutating func write(_ left: StyledText, right: StyledText, in row: Rect) {
        let rightWidth = right.columns
        guard !right.isEmpty, left.columns + rightWidth + 2 <= row.width else { return write(left, in: row) }
        write(left, in: row)
        write(right, in: row, alignment: .right)
    }

    /// Writes lines from the top, as many as there is room for.
    mutating func write(_ lines: [StyledText], in area: Rect) {
        for (line, row) in zip(lines, area.rows) { write(line, in: row) }
    }

    /// Marks a row as the selected one.
    mutating func select(_ row: Rect, isFocused: Bool) {
        if isFocused { surface.recolor(row, .selection) }
    }

    /// A block of text in the middle of an area, its lines beginning in the same column.
    mutating func writeCentered(_ lines: [StyledText], in area: Rect) {
        let width = lines.map(\.columns).max() ?? 0
        write(lines, in: area.centered(Size(width: width, height: lines.count)))
    }
}
