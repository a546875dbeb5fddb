import CNcurses
import HostSystem
import TerminalUI

/// The size of the terminal's window: by the terminal itself, else by the environment, else by terminfo.
@TerminalActor
enum WindowSize {
    /// The largest size that is accepted: larger than any display, and small in memory.
    private static let limit = Size(width: 1000, height: 500)

    static func current(of terminal: Int32) -> Size {
        var window = winsize()
        let isKnown = ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        let (width, height) = isKnown ? (Int(window.ws_col), Int(window.ws_row)) : withoutTerminal
        return Size(width: min(width, limit.width), height: min(height, limit.height))
    }

    /// Whether curses may ask the terminal for its size: curses would allocate any size that the terminal reports.
    static func isPlausible(of terminal: Int32) -> Bool {
        var window = winsize()
        guard ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0 else { return true }
        return Int(window.ws_col) <= limit.width && Int(window.ws_row) <= limit.height
    }

    private static var withoutTerminal: (width: Int, height: Int) {
        func number(_ name: String) -> Int? {
            getenv(name).flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
        }
        return (
            number("COLUMNS") ?? Int(getmaxx(console_stdscr())), number("LINES") ?? Int(getmaxy(console_stdscr()))
        )
    }
}
