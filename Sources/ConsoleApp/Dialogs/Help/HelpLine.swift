import ConsoleKit
import TerminalUI

/// A line of the help page.
enum HelpLine: Sendable {
    case heading(String)
    case row(Row)
    case blank

    struct Row: Sendable {
        let keys: @Sendable (Glyphs) -> String
        let name: String
        let text: String
        /// Whether it does nothing in the pane that has the focus.
        var isElsewhere = false
        let target: HelpTarget
    }

    var row: Row? { if case .row(let row) = self { row } else { nil } }

    /// The rows of a key, or else those whose name or words match a text, the best first.
    static func filtered(_ lines: [HelpLine], by text: String) -> [HelpLine] {
        guard !text.trimmed.isEmpty else { return lines }
        let rows = lines.compactMap(\.row)
        let hasKey = { (row: Row) in row.keys(.unicode).split(separator: " ").contains { $0 == text } }
        let ofKey = text.count == 1 ? rows.filter(hasKey) : []
        let found = LetterMatch.best(of: rows, for: text) { ($0.name, "\($0.text) \($0.keys(.unicode))") }
        return (ofKey.isEmpty ? found : ofKey).map { .row($0) }
    }
}
