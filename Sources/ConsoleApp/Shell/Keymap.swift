import ConsoleKit
import TerminalUI

/// The one table of keys, composed of the shell's, the screens' and their panes': the help page and the command line
/// show it, the dispatcher reads the same actions.
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
}
