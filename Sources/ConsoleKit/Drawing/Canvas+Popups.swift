package import TerminalUI

extension Canvas {
    /// A popup with these lines in the middle of an area; returns where they went.
    @discardableResult
    package mutating func drawPopup(
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

    /// A popup for the visible part of a list, over the whole height of an area; returns the rows of its inside.
    ///
    /// It is high enough for the given number of rows, or else for the list's, and for `foot` rows below them.
    package mutating func drawListPopup<Row>(
        _ title: String, _ list: RowList<Row>, of count: Int? = nil, in area: Rect, width: Int, foot: Int = 0
    ) -> Rect {
        let height = min(Self.listHeight(in: area.size), (count ?? list.count) + foot)
        let inside = Popup.draw(
            on: &surface, in: area, inside: Size(width: width, height: height), title: StyledText(title, .title),
            glyphs: glyphs)
        return inside
    }

    /// The rows in sight of a dialog's list, the selected one marked.
    package mutating func drawRows<Row>(of list: RowList<Row>, in area: Rect, _ draw: (inout Canvas, Row, Rect) -> Void)
    {
        self.draw(list, in: area) { canvas, row, place, isSelected in
            draw(&canvas, row, place)
            if isSelected { canvas.select(place) }
        }
    }

    /// The rows of a list that fills an area but for the popup's frame.
    package static func listHeight(in area: Size) -> Int { max(1, area.height - 2) }
}

extension Size {
    /// The room of a list that fills it but for the popup's frame and rows below the list.
    package func forList(foot: Int = 0) -> Size {
        Size(width: width, height: max(1, Canvas.listHeight(in: self) - foot))
    }
}

extension [StyledText] {
    /// Without as many blank lines, the last ones first, as it takes to fit a height.
    package func compacted(to height: Int) -> [StyledText] {
        var lines = self
        while lines.count > height, let blank = lines.lastIndex(where: \.isEmpty) { lines.remove(at: blank) }
        return lines
    }
}
