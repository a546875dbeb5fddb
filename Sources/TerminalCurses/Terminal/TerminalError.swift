import Glibc
import TerminalUI

/// Why the terminal can't be used.
package enum TerminalError: Error, Hashable {
    /// Thrown when keys can't be read from where standard input leads.
    case inputIsNoTerminal
    /// Thrown when standard output leads to a file or a pipe.
    case outputIsNoTerminal
    /// Thrown when `TERM` is unset or empty.
    case terminalTypeMissing
    /// Thrown when there is no description of the terminal on this machine.
    case terminalTypeUnknown(String)
    /// Thrown when the terminal's description lacks what a full screen needs.
    case terminalIncapable(String, lacks: String)
    /// Thrown when the operating system refuses something that opening needs.
    case systemFailure(code: Int32)
}

extension TerminalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inputIsNoTerminal:
            "standard input is not a terminal; start the console from a terminal, without < or a pipe before it"
        case .outputIsNoTerminal:
            "standard output is not a terminal; start the console from a terminal, without > or a pipe behind it"
        case .terminalTypeMissing:
            "the terminal's type is not known, as TERM is not set; set it, as in TERM=xterm-256color"
        case .terminalTypeUnknown(let type):
            "this machine has no description of the terminal \(quoted(type)); "
                + "set another type that fits, as in TERM=xterm-256color, or install ncurses-term"
        case .terminalIncapable(let type, let lacks):
            "the terminal \(quoted(type)) can't show a full screen, as it lacks \(lacks); "
                + "use another terminal, or set TERM to what this one really is"
        case .systemFailure(let code):
            "the terminal can't be opened: \(String(cString: strerror(code))); try another terminal"
        }
    }

    /// What comes from the environment is shown as anything else from outside.
    private func quoted(_ text: String) -> String {
        "\"" + SafeText.plain(text, glyphs: .ascii) + "\""
    }
}
