/// One test in the formats that test runners read: a step of a scenario, or a finding about a provider.
package struct TestResult: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        case passed
        /// Why it did not.
        case failed(String)
        /// Why it was not done.
        case skipped(String)
    }

    let name: String
    let outcome: Outcome
    let duration: Duration
    /// Where it is in the suite's file; `nil` where the suite is not a file.
    let line: Int?

    package init(name: String, _ outcome: Outcome, duration: Duration = .zero) {
        self.init(name: name, outcome, duration: duration, line: nil)
    }

    private init(name: String, _ outcome: Outcome, duration: Duration, line: Int?) {
        self.name = name
        self.outcome = outcome
        self.duration = duration
        self.line = line
    }

    init(_ result: StepResult) {
        let outcome: Outcome =
            switch result.outcome {
            case .passed: .passed
            case .failed(let reason): .failed(reason)
            case .skipped: .skipped("an earlier step failed")
            }
        self.init(
            name: "line \(result.line): \(result.text)", outcome, duration: result.duration, line: result.line)
    }
}
