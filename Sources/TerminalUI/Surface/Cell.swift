/// One column of the screen.
///
/// A character two columns wide is a cell of width 2, followed by a continuation cell. No cell holds a control
/// character or anything else that a terminal could obey: ``init(_:style:)`` puts a symbol in its place.
package struct Cell: Hashable, Sendable {
    /// A base character with its marks, or one emoji; empty for a continuation.
    package let grapheme: String
    package let style: Style
    /// 1 or 2; 0 for a continuation.
    package let width: UInt8
    /// The number of the cell's link in ``Surface/links``; 0 for none.
    let link: UInt16

    /// A cell of the character's first unit; see ``TextWidth`` for what that is.
    package init(_ character: Character, style: Style = .text) {
        if let unit = DisplayUnit.drawing(character) {
            self.init(unit, style: style)
            return
        }
        var cell: Cell?
        DisplayUnit.forEach(in: String(character)) { unit in
            cell = Cell(unit, style: style)
            return false
        }
        self = cell ?? .blank
    }

    init(_ unit: DisplayUnit, style: Style) {
        link = 0
        switch unit {
        case .shown(let text, let columns):
            (grapheme, width, self.style) = (text, UInt8(columns), style)
        case .hidden(let scalar):
            (grapheme, width, self.style) = (SafeText.picture(of: scalar), 1, Style(.symbol, style.attributes))
        }
    }

    private init(grapheme: String, style: Style, width: UInt8, link: UInt16 = 0) {
        self.grapheme = grapheme
        self.style = style
        self.width = width
        self.link = link
    }

    package static let blank = Cell(grapheme: " ", style: .text, width: 1)

    package var isContinuation: Bool { width == 0 }

    static func continuation(style: Style) -> Cell {
        Cell(grapheme: "", style: style, width: 0)
    }

    static func blank(style: Style) -> Cell {
        Cell(grapheme: " ", style: style, width: 1)
    }

    func restyled(_ style: Style) -> Cell {
        Cell(grapheme: grapheme, style: style, width: width, link: link)
    }

    func linked(_ link: UInt16) -> Cell {
        Cell(grapheme: grapheme, style: style, width: width, link: link)
    }
}
