package import TerminalUI

/// An event of the terminal.
package enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    case resized(Size)
    /// The program was stopped and continued: time has passed, and the screen must be shown again.
    case resumed
    /// A request to stop, as by ctrl-z; answer it with ``CursesTerminal/suspend()``.
    case stopRequested
    /// A request to end, by this signal. A second one of the same kind ends the program at once.
    case endRequested(signal: Int32)
    /// The terminal is gone.
    case hungUp
}
