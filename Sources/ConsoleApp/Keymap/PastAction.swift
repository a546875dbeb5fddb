import ConsoleKit
import TerminalUI

/// The keys that step through time, in a recording and while a session goes on.
enum PastAction: String, KeyAction {
    case earlier
    case later
    case previousMain = "previous-main"
    case nextMain = "next-main"
    case goToTime = "go-to-time"

    var binding: Binding {
        switch self {
        case .earlier: Binding(["<"], "earlier", "step back in time: the screens as they were", .time)
        case .later: Binding([">"], "later", "step forward in time; after the last step, now", .time)
        case .previousMain:
            Binding(
                ["{"], "main event", "back to the last sign-in, refresh, 401, fault or end; under watch, finding", .time
            )
        case .nextMain: Binding(["}"], "main event", "forward to the next of these", .time)
        case .goToTime: Binding(["@"], "time", "go to the last moment before a typed time", .time)
        }
    }
}
