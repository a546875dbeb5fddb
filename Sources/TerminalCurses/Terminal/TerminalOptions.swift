import HostSystem
package import TerminalUI

/// How to open a terminal; usually made by ``fromEnvironment()``.
package struct TerminalOptions: Sendable {
    /// The descriptor that keys are read from; it is not closed.
    package var input: Int32 = STDIN_FILENO
    package var output: Int32 = STDOUT_FILENO
    /// The value of `TERM`.
    package var terminalType: String?
    /// A locale for characters, such as `C.UTF-8`; empty for the environment's.
    package var locale = ""
    package var allowsColor = true
    package var theme = Theme.Choice.named(.terminal)
    /// Whether clicks and the wheel are reported; while they are, the terminal can't select text.
    package var reportsMouse = false
    package var multiplexer = Multiplexer.none

    /// A program between this one and the terminal, for which some sequences must be wrapped.
    package enum Multiplexer: Sendable {
        case none, tmux, screen
    }

    package init() {}

    /// Reads `TERM`, `NO_COLOR` (colour is off where it is set and not empty), `TMUX` and `STY`; the theme is chosen by
    /// the terminal's background.
    package static func fromEnvironment() -> TerminalOptions {
        var options = TerminalOptions()
        options.terminalType = variable("TERM")
        options.theme = .fitting
        options.allowsColor = variable("NO_COLOR") == nil
        options.multiplexer = variable("TMUX") != nil ? .tmux : variable("STY") != nil ? .screen : .none
        return options
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
