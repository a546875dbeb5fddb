/// A frame over everything else, for a question or a card.
package enum Popup {
    /// Dims an area, clears and frames its middle, and returns what the frame encloses.
    ///
    /// The size is that of the inside, and is made smaller where the area is; one blank is kept on the left and right.
    /// Around the frame one cell is blank, where the area has room for it.
    package static func draw(
        on surface: inout Surface, in area: Rect, inside: Size, title: StyledText = StyledText(),
        style: Style = .borderFocused, glyphs: Glyphs
    ) -> Rect {
        let rect = area.centered(Size(width: inside.width + 4, height: inside.height + 2))
        surface.dim(area)
        surface.fill(rect.inset(by: -1).intersection(area))
        surface.box(
            rect, title: title, style: style, borders: glyphs.borderPopup, ellipsis: glyphs.ellipsis)
        return rect.inset(left: 2, top: 1, right: 2, bottom: 1)
    }
}
