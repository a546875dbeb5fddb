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

    /// The rows of a key, or else those that hold all words of a text, in their groups.
    static func filtered(_ lines: [HelpLine], by text: String) -> [HelpLine] {
        let words = text.lowercased().split(separator: " ")
        guard !words.isEmpty else { return lines }
        let hasKey = { (row: Row) in row.keys(.unicode).split(separator: " ").contains { $0 == text } }
        let holdsWords = { (row: Row) in
            let content = "\(row.keys(.unicode)) \(row.name) \(row.text)".lowercased()
            return words.allSatisfy(content.contains)
        }
        let isKey = text.count == 1 && lines.compactMap(\.row).contains(where: hasKey)
        var (shown, heading): ([HelpLine], HelpLine?) = ([], nil)
        for line in lines {
            guard let row = line.row else {
                heading = line
                continue
            }
            guard isKey ? hasKey(row) : holdsWords(row) else { continue }
            if let title = heading {
                if !shown.isEmpty { shown.append(.blank) }
                shown.append(title)
                heading = nil
            }
            shown.append(line)
        }
        return shown
    }
}

/// What a row of the help page runs.
enum HelpTarget: Sendable, Hashable {
    /// An action by its name, of the pane of that title where one is given.
    case action(String, place: String?)
    case motion
    case signIn
    case fault(Fault)
    case copy(CopyItem)
    case pane(String)
    case nothing
}
