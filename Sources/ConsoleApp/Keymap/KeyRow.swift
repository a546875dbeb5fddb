import TerminalUI

/// A line of the tables of keys, for the help page, the command line and the README.
package struct KeyRow: Sendable, Hashable {
    /// The action's name on the command line.
    package let name: String
    package let binding: Binding
    /// The pane or the dialog it works in; `nil` for everywhere.
    package let place: String?

    init(_ action: some KeyAction, place: String? = nil) {
        name = action.rawValue
        binding = action.binding
        self.place = place
    }

    static func rows<Action: KeyAction>(of _: Action.Type, place: String? = nil) -> [KeyRow] {
        Action.allCases.map { KeyRow($0, place: place) }
    }

    /// The keys as they are written: `q`, `Q ctrl-c`.
    func keys(_ glyphs: Glyphs) -> String {
        binding.keys.map { $0.name(glyphs) }.joined(separator: " ")
    }
}
