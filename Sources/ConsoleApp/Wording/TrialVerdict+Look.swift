import ConsoleFaults
import ConsoleKit
import TerminalUI

extension TrialVerdict {
    var tone: Tone {
        switch self {
        case .waiting: .muted
        case .held: .good
        case .notHeld: .bad
        case .undecided: .warning
        }
    }

    /// The verdict in a word, after a sign.
    func sign(_ glyphs: Glyphs) -> String {
        switch self {
        case .held: "\(glyphs.check) \(label)"
        case .notHeld: "\(glyphs.cross) \(label)"
        case .waiting, .undecided: "\(glyphs.dot) \(label)"
        }
    }
}
