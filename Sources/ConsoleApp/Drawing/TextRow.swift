import TerminalUI

/// A row that is a line of text, known by its number.
struct TextRow: ListRow {
    let id: Int
    let text: StyledText

    static func rows(_ lines: [StyledText]) -> [TextRow] {
        lines.enumerated().map { TextRow(id: $0, text: $1) }
    }
}
