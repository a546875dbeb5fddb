/// A box over everything else, for a question or a card.
package enum Popup {
    /// Dims an area, draws an empty box in its middle, which gets the focus, and returns the inside of the box.
    ///
    /// The size is that of the inside, and is reduced to fit the area. The inside has a blank on its left and right.
    package static func draw(
        on surface: inout Surface, in area: Rect, inside: Size, title: StyledText = StyledText(),
        style: Style = .borderFocused, glyphs: Glyphs
    ) -> Rect {
        let rect = area.centered(Size(width: inside.width + 4, height: inside.height + 2))
        surface.dim(area)
        surface.fill(rect)
        surface.box(
            rect, title: title, style: style, borders: glyphs.borderPopup, ellipsis: glyphs.ellipsis)
        let inside = rect.inset(left: 2, top: 1, right: 2, bottom: 1)
        surface.focus = inside.origin
        return inside
    }
}
