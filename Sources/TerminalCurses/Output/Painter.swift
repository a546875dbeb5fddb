import CNcurses
import TerminalUI

/// Passes a surface's cells to curses, in a form that every terminal draws in the columns that ``TextWidth`` counts.
///
/// Terminals disagree about emoji of several scalars: some draw a family as one picture, some as four. So an emoji is
/// cut to its first scalar, a flag becomes its two letters, and a character that the C library counts as narrower
/// is followed by a blank. Then the columns, and the borders after them, are right on every terminal.
struct Painter {
    private let encoding: CharacterEncoding
    var theme: Theme {
        didSet { (attributesOfStyles, last) = ([:], nil) }
    }

    private var attributesOfStyles: [Style: (attr_t, Int16)] = [:]
    /// Those of the style that was asked for last: most cells have that of the cell before.
    private var last: (style: Style, attributes: (attr_t, Int16))?
    private var pairs: [ColorPair: Int16] = [:]
    private var buffer: [cchar_t] = []

    private struct ColorPair: Hashable {
        let foreground: TerminalColor?
        let background: TerminalColor?
    }

    init(encoding: CharacterEncoding, theme: Theme) {
        self.encoding = encoding
        self.theme = theme
    }

    mutating func paint(_ run: CellRun) {
        buffer.removeAll(keepingCapacity: true)
        for cell in run.cells where !cell.isContinuation { append(cell) }
        mvwadd_wchnstr(console_stdscr(), Int32(run.origin.y), Int32(run.origin.x), buffer, Int32(buffer.count))
    }

    /// Lets curses clear the screen with the theme's background.
    mutating func setBackground() {
        let (attributes, pair) = attributes(of: .text)
        var blank = cchar_t()
        setcchar(&blank, [wchar_t(UInt8(ascii: " ")), 0], attributes, pair, nil)
        wbkgrndset(console_stdscr(), &blank)
    }

    private mutating func append(_ cell: Cell) {
        let style = attributes(of: cell.style)
        // Nearly all cells: what fills its columns by itself.
        if let scalar = cell.scalar, let character = character(of: scalar, columns: Int(cell.width)) {
            withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: 2) { characters in
                (characters[0], characters[1]) = (character, 0)
                append(UnsafePointer(characters.baseAddress), style)
            }
        } else {
            for characters in characters(of: cell) { append(characters + [0], style) }
        }
    }

    private mutating func append(_ characters: UnsafePointer<wchar_t>?, _ style: (attr_t, Int16)) {
        var cell = cchar_t()
        setcchar(&cell, characters, style.0, style.1, nil)
        buffer.append(cell)
    }

    private func character(of scalar: Unicode.Scalar, columns: Int) -> wchar_t? {
        let character = wchar_t(scalar.value)
        if scalar.isASCII { return character }
        return encoding != .ascii && Int(console_columns(character)) == columns ? character : nil
    }

    /// The characters to send for a cell, each with its combining marks; together they fill the cell's columns.
    func characters(of cell: Cell) -> [[wchar_t]] {
        let columns = Int(cell.width)
        let scalars = cell.grapheme.unicodeScalars
        guard let base = scalars.first else { return [] }
        if base.isASCII, scalars.count == 1 { return [[wchar_t(base.value)]] }
        if encoding == .ascii { return Array(repeating: [wchar_t(UInt8(ascii: "?"))], count: columns) }
        if base.isFlagLetter {
            let letters = scalars.filter(\.isFlagLetter).map { [wchar_t($0.value - 0x1F1E6 + 0x41)] }
            return letters.prefix(columns) + Self.blanks(columns - letters.count)
        }
        let width = Int(console_columns(wchar_t(base.value)))
        let isUsable = (1...columns).contains(width)
        return [isUsable ? Self.characters(of: scalars) : [0xFFFD]] + Self.blanks(columns - (isUsable ? width : 1))
    }

    /// The base character and its marks, up to the first scalar that would begin another picture.
    private static func characters(of scalars: String.UnicodeScalarView) -> [wchar_t] {
        var characters: [wchar_t] = []
        for scalar in scalars {
            if scalar == "\u{FE0E}" || scalar == "\u{FE0F}" { continue }
            let isNext = scalar == "\u{200D}" || console_columns(wchar_t(scalar.value)) != 0
            if !characters.isEmpty, isNext || characters.count == Int(CCHARW_MAX) { break }
            characters.append(wchar_t(scalar.value))
        }
        return characters
    }

    private static func blanks(_ columns: Int) -> [[wchar_t]] {
        Array(repeating: [wchar_t(UInt8(ascii: " "))], count: max(0, columns))
    }

    private mutating func attributes(of style: Style) -> (attr_t, Int16) {
        if let last, last.style == style { return last.attributes }
        let attributes = attributesOfStyles[style] ?? adopt(style)
        last = (style, attributes)
        return attributes
    }

    private mutating func adopt(_ style: Style) -> (attr_t, Int16) {
        let appearance = theme[style]
        var attributes: attr_t = 0
        if appearance.attributes.contains(.bold) { attributes |= console_bold() }
        if appearance.attributes.contains(.dim) { attributes |= console_dim() }
        if appearance.attributes.contains(.underline) { attributes |= console_underline() }
        if appearance.attributes.contains(.reverse) { attributes |= console_reverse() }
        if appearance.attributes.contains(.italic) { attributes |= console_italic() }
        let result = (attributes, pair(ColorPair(foreground: appearance.foreground, background: appearance.background)))
        attributesOfStyles[style] = result
        return result
    }

    private mutating func pair(_ colors: ColorPair) -> Int16 {
        if colors.foreground == nil, colors.background == nil { return 0 }
        if let known = pairs[colors] { return known }
        let number = Int16(pairs.count + 1)
        let foreground = colors.foreground.map { Int16($0.number) } ?? -1
        let background = colors.background.map { Int16($0.number) } ?? -1
        guard init_pair(number, foreground, background) != ERR else { return 0 }
        pairs[colors] = number
        return number
    }
}

extension Unicode.Scalar {
    fileprivate var isFlagLetter: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
