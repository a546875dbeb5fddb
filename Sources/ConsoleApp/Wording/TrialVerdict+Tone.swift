import ConsoleFaults
import ConsoleKit

extension TrialVerdict {
    var tone: Tone {
        switch self {
        case .waiting: .muted
        case .held: .good
        case .notHeld: .bad
        case .undecided: .warning
        }
    }
}
