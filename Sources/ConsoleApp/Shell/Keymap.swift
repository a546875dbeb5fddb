import TerminalUI

/// The one table of keys, composed of the shell's, the screen's and its panes': the help page, the command line and the
/// README show it, the dispatcher reads the same actions.
package enum Keymap {
    package static var rows: [KeyRow] {
        KeyRow.rows(of: ShellAction.self) + SessionScreen.rows + KeyRow.rows(of: Motion.self)
    }

    /// What can be typed at `:`: everything but movements.
    static var commands: [KeyRow] {
        (SessionScreen.rows + KeyRow.rows(of: ShellAction.self)).filter { $0.name != ShellAction.command.rawValue }
    }

    /// The keymap as tables for the README, one for each group.
    package static func markdown() -> String {
        Binding.Group.allCases.compactMap { group in
            let rows = rows.filter { $0.binding.group == group }.map { row in
                let keys = row.binding.keys.map { "`\($0.name(.unicode))`" }.joined(separator: " ")
                let place = row.place.map { " (\($0))" } ?? ""
                return "| \(keys) | \(row.binding.summary)\(place) | `\(row.name)` |"
            }
            guard !rows.isEmpty else { return nil }
            return (["| \(group.rawValue) | does | command |", "|---|---|---|"] + rows).joined(separator: "\n")
        }
        .joined(separator: "\n\n") + "\n"
    }
}
