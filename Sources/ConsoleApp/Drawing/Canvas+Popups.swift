import TerminalUI

extension Canvas {
    /// A popup with these lines in the middle of an area; returns where they went.
    @discardableResult
    mutating func drawPopup(
        _ title: String, _ lines: [StyledText], in area: Rect, width: Int? = nil, style: Style = .borderFocused
    ) -> Rect {
        let content = width ?? max(lines.map(\.columns).max() ?? 0, TextWidth.columns(of: title) + 2)
        let lines = lines.compacted(to: area.height - 2)
        let inside = Popup.draw(
            on: &surface, in: area, inside: Size(width: content, height: lines.count),
            title: StyledText(title, .title), style: style, glyphs: glyphs)
        write(lines, in: inside)
        return inside
    }

    mutating func drawListPopup<Row>(
        _ title: String, _ list: RowList<Row>, of count: Int? = nil, in area: Rect, width: Int, foot: Int = 0
    ) -> Rect {
        let height = min(Self.listHeight(in: area.size), (count ?? list.count) + foot)
        let inside = Popup.draw(
            on: &surface, in: area, inside: Size(width: width, height: height), title: StyledText(title, .title),
            glyphs: glyphs)
        drawScrollbar(list.visible, of: list.count, beside: inside.split(bottom: foot).rest)
        return inside
    }

    /// A popup for the visible part of a list, over the whole height of an area; returns the rows of its inside.
    ///
    /// It is high enough for the given number of rows, or else for the list's, and for `foot` rows below them.
    mutating func drawListPopup(
        _ title: String, _ list: ScrollList, of count: Int? = nil, in area: Rect, width: Int, foot: Int = 0
    ) -> Rect {
        let height = min(Self.listHeight(in: area.size), (count ?? list.count) + foot)
        let inside = Popup.draw(
            on: &surface, in: area, inside: Size(width: width, height: height), title: StyledText(title, .title),
            glyphs: glyphs)
        drawScrollbar(list, beside: inside.split(bottom: foot).rest)
        return inside
    }

    /// The rows of a list that fills an area but for the popup's frame.
    static func listHeight(in area: Size) -> Int { max(1, area.height - 2) }
}

extension [StyledText] {
    /// Without as many blank lines, the last ones first, as it takes to fit a height.
    func compacted(to height: Int) -> [StyledText] {
        var lines = self
        while lines.count > height, let blank = lines.lastIndex(where: \.isEmpty) { lines.remove(at: blank) }
        return lines
    }
}
