package import ClientObservation

/// What the session did after a fault, measured by the rules.
package enum TrialVerdict: Sendable, Hashable {
    /// Not known yet, and what has to happen.
    case waiting(for: String)
    /// What a correct client does, and this one did.
    case held(String)
    /// What was seen instead.
    case notHeld(String)
    /// Nothing can be said, and why.
    case undecided(String)

    /// The verdict on a program that is watched.
    package init(_ verdict: FaultVerdict) {
        self =
            switch verdict {
            case .open: .waiting(for: "what the program does")
            case .broken: .notHeld(verdict.words)
            case .passed: .held(verdict.words)
            case .undecided: .undecided(verdict.words)
            }
    }

    /// The state in one or two words.
    package var label: String {
        switch self {
        case .waiting: "waiting"
        case .held: "passed"
        case .notHeld: "FAILED"
        case .undecided: "undecided"
        }
    }

    /// What stands before the words.
    package var title: String { if case .waiting = self { "so far" } else { label } }

    package var words: String {
        switch self {
        case .waiting(let what): "waits for \(what)"
        case .held(let what), .notHeld(let what), .undecided(let what): what
        }
    }
}
