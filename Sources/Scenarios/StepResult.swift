/// How a step of a scenario ended.
package struct StepResult: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        case passed
        /// Why it did not.
        case failed(String)
        /// An earlier step has failed.
        case skipped

        package var isFailure: Bool { if case .failed = self { true } else { false } }
    }

    /// Counted from 1.
    package var line: Int
    package var text: String
    package var outcome: Outcome
    /// How long it took.
    package var duration: Duration

    /// What came of it: what a call was answered, say; `nil` where its words say all.
    package var answer: String?

    package init(_ step: ScenarioStep, _ outcome: Outcome, duration: Duration = .zero) {
        (line, text) = (step.line, step.text)
        (self.outcome, self.duration) = (outcome, duration)
    }
}
