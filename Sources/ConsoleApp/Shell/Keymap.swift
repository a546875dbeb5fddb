import TerminalUI

/// The one table of keys, composed of the shell's, the screens' and their panes': the help page, the command line and the
/// README show it, the dispatcher reads the same actions.
package enum Keymap {
    package static var rows: [KeyRow] {
        rows(ScreenID.allCases)
    }

    /// What works while a screen is shown.
    static func rows(of screen: ScreenID) -> [KeyRow] { rows([screen]) }

    private static func rows(_ screens: [ScreenID]) -> [KeyRow] {
        // What two screens share is listed once.
        var known: Set<KeyRow> = []
        let own = screens.flatMap { Screens.slot($0).rows }.filter { known.insert($0).inserted }
        return KeyRow.rows(of: ScreenID.self) + KeyRow.rows(of: ShellAction.self) + own + KeyRow.rows(of: Motion.self)
            + KeyRow.rows(of: PastAction.self) + KeyRow.rows(of: PlaybackAction.self, place: "scenario")
    }

    /// What can be typed at `:` while a screen is shown: everything but movements.
    static func commands(of screen: ScreenID) -> [KeyRow] {
        let rows = Screens.slot(screen).rows + KeyRow.rows(of: ShellAction.self) + KeyRow.rows(of: ScreenID.self)
        return rows.filter { $0.name != ShellAction.command.rawValue }
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
