import TerminalUI

extension Keymap {
    /// The keys of a binding as they are written: `q`, `Q ctrl-c`.
    static func keys(_ binding: Binding, _ glyphs: Glyphs) -> String {
        binding.keys.map { $0.name(glyphs) }.joined(separator: " ")
    }

    /// Where a binding works, if not everywhere.
    static func place(_ binding: Binding) -> String? {
        binding.isEverywhere
            ? nil : Panel.allCases.filter(binding.panes.contains).map { $0.title.lowercased() }.joined(separator: ", ")
    }

    /// The keymap as tables for the README, one for each group.
    package static func markdown() -> String {
        Binding.Group.allCases.map { group in
            let rows = bindings.filter { $0.group == group }.map { binding in
                let keys = binding.keys.map { "`\($0.name(.unicode))`" }.joined(separator: " ")
                let place = place(binding).map { " (\($0))" } ?? ""
                return "| \(keys) | \(binding.summary)\(place) | `\(binding.action.rawValue)` |"
            }
            return (["| \(group.rawValue) | does | command |", "|---|---|---|"] + rows).joined(separator: "\n")
        }
        .joined(separator: "\n\n") + "\n"
    }
}
