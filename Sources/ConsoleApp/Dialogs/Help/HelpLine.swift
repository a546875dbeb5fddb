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

    static func all(rows: [KeyRow], panes: [PaneTitle], copyItems: [CopyItem], place: String) -> [HelpLine] {
        let keyRows = { (group: Binding.Group) in
            rows.filter { $0.binding.group == group }.map { row in
                Row(
                    keys: row.keys, name: row.name, text: row.binding.summary + (row.place.map { " (\($0))" } ?? ""),
                    isElsewhere: row.place.map { $0 != place.lowercased() } ?? false,
                    target: Motion(rawValue: row.name) == nil ? .action(row.name, place: row.place) : .motion)
            }
        }
        let after = { (action: ShellAction, letter: Character) -> @Sendable (Glyphs) -> String in
            { "\(action.key($0)) \(letter)" }
        }
        let flows = SignInFlowKind.allCases.map {
            Row(keys: after(.signIn, $0.letter), name: $0.rawValue, text: $0.summary, target: .signIn)
        }
        let faults = Fault.allCases.map {
            Row(keys: after(.faults, $0.letter), name: $0.rawValue, text: $0.summary, target: .fault($0))
        }
        let copies = copyItems.map {
            Row(keys: after(.copy, $0.rawValue), name: "copy", text: $0.title, target: .copy($0))
        }
        let titles = panes.map { pane in
            Row(
                keys: ShellAction.nextPane.key, name: pane.title.lowercased(), text: pane.summary,
                target: .pane(pane.title))
        }
        let words = glossary.map { Row(keys: { _ in "" }, name: $0.word, text: $0.meaning, target: .nothing) }
        let groups =
            Binding.Group.allCases.map { ($0.rawValue, keyRows($0)) } + [
                ("Signing in, after \(ShellAction.signIn.letter)", flows),
                ("Faults, after \(ShellAction.faults.letter)", faults),
                ("Copying, after \(ShellAction.copy.letter)", copies),
                ("The panes", titles), ("What the words mean", words),
            ]
        let lines = groups.filter { !$0.1.isEmpty }.flatMap { group in
            [.heading(group.0)] + group.1.map { HelpLine.row($0) } + [.blank]
        }
        return Array(lines.dropLast())
    }

    /// Words and signs of the screen that are not everybody's.
    private static let glossary: [(word: String, meaning: String)] = [
        ("A3F1", "a token: the first 4 hex digits of its SHA-256"),
        ("generation", "counts sign-ins: a new one with every session"),
        ("verified", "when a server last answered 2xx to the token"),
        ("suspect", "a refresh was refused once; the next call decides"),
    ]
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
