import TerminalUI

/// The search in a pane: the field while it is typed, then what was found.
struct SearchField: Sendable {
    private(set) var field: TextField?
    var found: SearchState?

    mutating func open() { field = TextField() }

    /// Drops what was found; answers whether there was anything.
    mutating func close() -> Bool {
        defer { (field, found) = (nil, nil) }
        return field != nil || found != nil
    }

    /// What was searched for in vain, once the key that begins the search was pressed.
    func vain(_ key: Key) -> [PaneOutput] {
        guard key == .enter, let found, found.matches.isEmpty else { return [] }
        return [.foundNothing(found.text)]
    }

    func prompt(_ title: String) -> Prompt? {
        field.map { Prompt(title: title, verb: "search", field: $0) }
    }

    /// A key for the field; answers the text to search for once enter was pressed.
    mutating func type(_ key: Key) -> String? {
        switch key {
        case .escape: _ = close()
        case .enter:
            let text = field?.text ?? ""
            field = nil
            if text.isEmpty { found = nil } else { return text }
        default: _ = field?.handle(key)
        }
        return nil
    }
}
