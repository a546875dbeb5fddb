/// A framed part of the screen.
///
/// The pane that has the focus differs in the weight of its frame and in a mark before its title, so that it can be
/// told without colour.
package struct Pane: Hashable, Sendable {
    package var title: String
    package var isFocused: Bool
    /// Stands at the right end of the upper edge: a count, or a state such as "follow".
    package var note: StyledText

    package init(_ title: String, isFocused: Bool = false, note: StyledText = StyledText()) {
        self.title = title
        self.isFocused = isFocused
        self.note = note
    }

    package func borders(_ glyphs: Glyphs) -> BorderSet {
        isFocused ? glyphs.borderFocused : glyphs.border
    }

    package var style: Style { isFocused ? .borderFocused : .border }

    /// Draws the frame and returns what it encloses.
    @discardableResult
    package func draw(on surface: inout Surface, in rect: Rect, glyphs: Glyphs) -> Rect {
        surface.box(
            rect, title: heading(title, glyphs: glyphs), style: style, borders: borders(glyphs),
            ellipsis: glyphs.ellipsis)
        drawNote(on: &surface, in: rect)
        return rect.inset(by: 1)
    }

    /// Draws a line across the pane, with the title of the part below it.
    package func drawDivider(
        on surface: inout Surface, row: Int, in rect: Rect, title: StyledText = StyledText(), glyphs: Glyphs
    ) {
        surface.divider(
            row: row, in: rect, title: title, style: style, borders: borders(glyphs), ellipsis: glyphs.ellipsis)
    }

    private func heading(_ title: String, glyphs: Glyphs) -> StyledText {
        isFocused ? StyledText("\(glyphs.focusMark) \(title)", Style(.borderFocused, .bold)) : StyledText(title, .title)
    }

    private func drawNote(on surface: inout Surface, in rect: Rect) {
        let used = TextWidth.columns(of: title) + (isFocused ? 6 : 4)
        let width = note.columns
        guard width > 0, rect.height > 0, rect.width - used >= width + 3 else { return }
        let start = Point(x: rect.maxX - width - 3, y: rect.y)
        surface.write(StyledText(" ", style) + note + StyledText(" ", style), at: start)
    }
}
