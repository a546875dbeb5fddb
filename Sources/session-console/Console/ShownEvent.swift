import HostSystem
import TerminalCurses
import TerminalUI

/// What a terminal reports to what is shown on it.
enum ShownEvent {
    case key(Key)
    case resized(Size)
    /// The program goes on after it was stopped: the terminal may show something else.
    case resumed
}

extension ConsoleDeparture {
    /// Ends or stops the program where the terminal asks for that; answers what is left for what is shown.
    func take(_ event: TerminalEvent) -> ShownEvent? {
        switch event {
        case .key(let key): return .key(key)
        case .resized(let size): return .resized(size)
        case .resumed: return .resumed
        case .stopRequested: stop()
        // If the same signal comes again, the signal handler ends the program.
        case .endRequested(let signal): leave(by: signal)
        case .hungUp: leave(by: SIGHUP)
        }
        return nil
    }
}
