import TerminalUI

/// The widths of the help page's columns: as wide as their longest text, so that none runs into the next.
struct HelpColumns {
    private let keys: Int
    /// 0 where the page is too narrow for the names.
    private let names: Int
    /// What it takes to show every row whole.
    let whole: Int

    init(_ lines: [HelpLine], width: Int, _ glyphs: Glyphs) {
        let rows = lines.compactMap(\.row)
        let longest = { (texts: [String]) in (texts.map { TextWidth.columns(of: $0) }.max() ?? 0) + 2 }
        keys = longest(rows.map { $0.keys(glyphs) })
        names = width < 60 ? 0 : longest(rows.map(\.name))
        whole = 1 + keys + names + longest(rows.map(\.text)) - 2
    }

    func text(of line: HelpLine, _ glyphs: Glyphs) -> StyledText {
        switch line {
        case .blank: return StyledText()
        case .heading(let title): return StyledText(title, .title)
        case .row(let row):
            // The words of the glossary have no keys, so that they always have room.
            let lead = row.keys(glyphs).isEmpty && names == 0 ? row.name : row.keys(glyphs)
            return StyledText(" ") + StyledText(TextWidth.pad(lead, to: keys), row.isElsewhere ? .dim : .key)
                + StyledText(names == 0 ? "" : TextWidth.pad(row.name, to: names), .dim)
                + StyledText(row.text, row.isElsewhere ? .dim : .text)
        }
    }
}
