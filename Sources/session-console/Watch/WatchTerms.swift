import ClientObservation

/// How the findings of a watch are printed, and what of them makes the command fail.
struct WatchTerms {
    let format: FindingFormat
    private let threshold: FindingThreshold
    private let expectations: [CountExpectation]

    init(_ context: CommandContext) throws(CommandFailure) {
        format = try context.choice(.findingFormat, FindingFormat.self) ?? .text
        threshold = try context.choice(.failOn, FindingThreshold.self) ?? .error
        var expectations: [CountExpectation] = []
        for text in context.invocation.values[.expect] ?? [] {
            guard let more = CountExpectation.all(in: text) else {
                throw CommandFailure(
                    .badValue(.expect, text, expected: CountExpectation.syntax), command: context.command.name)
            }
            expectations += more
        }
        self.expectations = expectations
    }

    func lines(of observer: Observer, from source: String) -> [String] {
        format.lines(of: observer, from: source, failingOn: threshold, expecting: expectations)
    }

    /// Whether there are findings of that weight, or an expectation is not met.
    func areBroken(by observer: Observer) -> Bool {
        observer.findings.contains { threshold.includes($0.rule.weight) }
            || expectations.contains { !observer.result(of: $0).isMet }
    }
}
