/// One column of the screen.
///
/// A character two columns wide is a cell of width 2, followed by a continuation cell. No cell holds a control
/// character or anything else that a terminal could obey: ``init(_:style:)`` puts a symbol in its place.
package struct Cell: Hashable, Sendable {
    private let shown: Grapheme
    package let style: Style
    /// 1 or 2; 0 for a continuation.
    package let width: UInt8
    /// The number of the cell's link in ``Surface/links``; 0 for none.
    let link: UInt16

    /// A base character with its marks, or one emoji; empty for a continuation.
    package var grapheme: String { shown.text }
    /// The grapheme, if it is a single scalar of the basic multilingual plane.
    package var scalar: Unicode.Scalar? { shown.scalar }

    /// A cell of the character's first unit; see ``TextWidth`` for what that is.
    package init(_ character: Character, style: Style = .text) {
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
        case .scalar(let scalar, let columns):
            (shown, width, self.style) = (Grapheme(scalar), UInt8(columns), style)
        case .cluster(let text, let columns):
            (shown, width, self.style) = (Grapheme(text), UInt8(columns), style)
        case .hidden(let scalar):
            let symbol = Style(.symbol, style.attributes)
            (shown, width, self.style) = (Grapheme(SafeText.picture(of: scalar)), 1, symbol)
        }
    }

    private init(_ shown: Grapheme, style: Style, width: UInt8, link: UInt16 = 0) {
        self.shown = shown
        self.style = style
        self.width = width
        self.link = link
    }

    package static let blank = Cell(.blank, style: .text, width: 1)

    package var isContinuation: Bool { width == 0 }

    static func continuation(style: Style) -> Cell {
        Cell(.nothing, style: style, width: 0)
    }

    static func blank(style: Style) -> Cell {
        Cell(.blank, style: style, width: 1)
    }

    func restyled(_ style: Style) -> Cell {
        Cell(shown, style: style, width: width, link: link)
    }

    func linked(_ link: UInt16) -> Cell {
        Cell(shown, style: style, width: width, link: link)
    }
}
