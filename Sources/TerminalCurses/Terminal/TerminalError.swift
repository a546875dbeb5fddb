import HostSystem
import TerminalUI

/// Why the terminal can't be used.
package enum TerminalError: Error, Hashable {
    /// Thrown when standard input is a file or a pipe.
    case inputNotTerminal
    /// Thrown when standard output is a file or a pipe.
    case outputNotTerminal
    /// Thrown when `TERM` is unset or empty.
    case terminalTypeMissing
    /// Thrown when this machine has no description of the terminal.
    case terminalTypeUnknown(String)
    /// Thrown when the terminal's description lacks what a full screen needs.
    case terminalIncapable(String, lacks: String)
    /// Thrown when a system call fails.
    case systemFailure(code: Int32)
}

extension TerminalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inputNotTerminal:
            "standard input is not a terminal; start the console from a terminal, without < or a pipe before it"
        case .outputNotTerminal:
            "standard output is not a terminal; start the console from a terminal, without > or a pipe after it"
        case .terminalTypeMissing:
            "TERM is not set; set it to the terminal's type, as in TERM=xterm-256color"
        case .terminalTypeUnknown(let type):
            "this machine has no description of the terminal \(quoted(type)); "
                + "set TERM to a similar type, as in TERM=xterm-256color, or install ncurses-term"
        case .terminalIncapable(let type, let lacks):
            "the terminal \(quoted(type)) can't show a full screen: it lacks \(lacks); "
                + "use another terminal, or set TERM to its real type"
        case .systemFailure(let code):
            "the terminal can't be opened: \(String(cString: strerror(code))); try another terminal"
        }
    }

    /// Text of the environment, with control characters made visible.
    private func quoted(_ text: String) -> String {
        "\"" + SafeText.plain(text, glyphs: .ascii) + "\""
    }
}
