import ConsoleKit
import TerminalUI

/// The one table of keys, composed of the shell's, the screens' and their panes': the help page, the command line and
/// the README show it, the dispatcher reads the same actions.
package enum Keymap {
    package static var rows: [KeyRow] { rows(ofScreens: ScreenID.allCases) }

    /// What works while a screen is shown.
    static func rows(of screen: ScreenID) -> [KeyRow] { rows(from: screen).filter { $0.works(on: screen) } }

    /// What works on any screen, this one's rows before those of others.
    static func rows(from screen: ScreenID) -> [KeyRow] {
        // The first screen is another one where other programs are watched.
        let other = screen == .client ? ScreenID.session : .client
        return rows(ofScreens: all(from: screen)).filter { $0.name != other.rawValue }
    }

    private static func rows(ofScreens screens: [ScreenID]) -> [KeyRow] {
        KeyRow.rows(of: ScreenID.self) + KeyRow.rows(of: ShellAction.self) + own(screens)
            + KeyRow.rows(of: FindAction.self, place: "other panes") + KeyRow.rows(of: Motion.self)
            + KeyRow.rows(of: PastAction.self)
            + KeyRow.rows(of: PlaybackAction.self, place: "scenario")
    }

    private static func own(_ screens: [ScreenID]) -> [KeyRow] {
        KeyRow.merged(screens.map { ($0, $0.type.rows) })
    }

    private static func all(from screen: ScreenID) -> [ScreenID] {
        [screen] + ScreenID.allCases.filter { $0 != screen }
    }

    /// What can be typed at `:` while a screen is shown, other screens' actions last: everything but movements.
    static func commands(from screen: ScreenID) -> [KeyRow] {
        let own = own(all(from: screen))
        let rows =
            own.filter { $0.works(on: screen) } + KeyRow.rows(of: ShellAction.self) + KeyRow.rows(of: ScreenID.self)
            + KeyRow.rows(of: FindAction.self) + own.filter { !$0.works(on: screen) }
        return rows.filter { $0.name != ShellAction.command.rawValue }
    }

    /// The keymap as a table for the README, with a row for each group.
    package static func markdown() -> String {
        let groups = Binding.Group.allCases.compactMap { group -> String? in
            let rows = rows.filter { $0.binding.group == group }.map { row in
                let keys = row.binding.keys.map { "`\($0.name(.unicode))`" }.joined(separator: " ")
                let place = row.whereabouts.isEmpty ? "" : " (\(row.whereabouts))"
                return "\(keys) \(row.binding.summary)\(place)"
            }
            return rows.isEmpty ? nil : "| \(group.rawValue) | \(rows.joined(separator: "<br>")) |"
        }
        return (["| group | keys |", "|---|---|"] + groups).joined(separator: "\n") + "\n"
    }
}
