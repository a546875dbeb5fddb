import TerminalUI

/// The widths of the help page's columns: as wide as their longest text, so that none runs into the next.
struct HelpColumns {
    /// What is typed may be longer, and then begins the words later.
    private static let mostKeys = 14

    private let keys: Int
    /// 0 where they are not shown, or the page is too narrow for them.
    private let names: Int
    /// What it takes to show every row whole.
    let whole: Int

    /// Names are there to be found by: they are shown while one searches.
    init(_ lines: [HelpLine], width: Int, hasNames: Bool, _ glyphs: Glyphs) {
        let rows = lines.compactMap(\.row)
        let longest = { (texts: [String]) in (texts.map { TextWidth.columns(of: $0) }.max() ?? 0) + 2 }
        keys = min(Self.mostKeys, longest(rows.map { $0.keys(glyphs) }))
        names = width < 60 || !hasNames ? 0 : longest(rows.map(\.name))
        let lead = keys
        let texts = rows.map { max(lead, TextWidth.columns(of: $0.keys(glyphs)) + 2) + TextWidth.columns(of: $0.text) }
        whole = 1 + names + (texts.max() ?? 0)
    }

    func text(of line: HelpLine, _ glyphs: Glyphs) -> StyledText {
        switch line {
        case .blank: return StyledText()
        case .heading(let title): return StyledText(title, .title)
        case .row(let row):
            // The words of the glossary have no keys, so that they always have room.
            let lead = row.keys(glyphs).isEmpty && names == 0 ? row.name : row.keys(glyphs)
            let room = max(keys, TextWidth.columns(of: lead) + 2)
            return StyledText(" ") + StyledText(TextWidth.pad(lead, to: room), row.isElsewhere ? .dim : .key)
                + StyledText(names == 0 ? "" : TextWidth.pad(row.name, to: names), .dim)
                + StyledText(row.text, row.isElsewhere ? .dim : .text)
        }
    }
}
