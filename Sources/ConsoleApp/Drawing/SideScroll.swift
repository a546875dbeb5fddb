import TerminalUI

/// How far the text of a list's rows is moved to the left, to show what is cut at the right.
struct SideScroll: Hashable, Sendable {
    private static let step = 8

    private(set) var columns = 0

    /// Moves, at most by the columns that are cut.
    mutating func move(_ motion: Motion, cut: Int) {
        columns = min(max(0, columns + motion.sideways * Self.step), max(0, cut))
    }

    mutating func reset() { columns = 0 }
}

extension Canvas {
    /// Writes text on a row without its first columns; an ellipsis marks each side where it is cut.
    mutating func write(_ text: StyledText, movedBy scroll: SideScroll, in row: Rect) {
        guard scroll.columns > 0, text.columns > row.width else { return write(text, in: row) }
        let moved = min(scroll.columns, text.columns - row.width)
        write(text.dropping(columns: moved, ellipsis: glyphs.ellipsis), in: row)
    }
}
