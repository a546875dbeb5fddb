package import TerminalUI

/// What a terminal tells the program.
package enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    case resized(Size)
    /// The program was stopped and goes on: time has passed, and the screen must be shown again.
    case resumed
    /// Someone asks the program to stop, as ctrl-z does: ``CursesTerminal/suspend()`` is the answer.
    case stopRequested
    /// Someone asks the program to end, by this signal. When the same one comes again, it ends at once.
    case endRequested(signal: Int32)
    /// The terminal is gone.
    case hungUp
}
