import ConsoleKit
import TerminalUI

/// The keys of a scenario that is played in the console.
enum PlaybackAction: String, KeyAction {
    case pause
    case nextStep = "next-step"
    case faster
    case slower
    case leave

    var binding: Binding {
        switch self {
        case .pause: Binding(["p", " "], "pause", "pause or resume the scenario", .scenario)
        case .nextStep: Binding(["n"], "next step", "play the next step, then pause", .scenario)
        case .faster: Binding(["+"], "faster", "twice as fast", .scenario)
        case .slower: Binding(["-"], "slower", "half as fast", .scenario)
        case .leave: Binding(["q"], "leave", "leave the scenario; the session stays as it is", .scenario)
        }
    }
}
