/// How a step ends, with what was found and the rule that it goes by; thrown where the way ends with it.
struct Conclusion: Error {
    let outcome: DiscoveryStep.Outcome
    let finding: DiscoveryFinding
    let rule: Citation

    init(_ outcome: DiscoveryStep.Outcome, _ finding: DiscoveryFinding, _ rule: Citation) {
        self.outcome = outcome
        self.finding = finding
        self.rule = rule
    }

    static func failed(_ finding: DiscoveryFinding, _ rule: Citation) -> Conclusion {
        Conclusion(.failed, finding, rule)
    }
}

/// The work of a step, whose messages are noted with it.
typealias StepWork<Value> = (inout [DiscoveryStep.Attempt]) async throws(Conclusion) -> (Value, Conclusion)

extension DiscoveryStep {
    /// Does the work of a step, and reports how it ended.
    static func run<Value>(
        _ kind: Kind, _ report: (DiscoveryStep) -> Void, _ work: StepWork<Value>
    ) async throws(DiscoveryFailure) -> Value {
        var attempts: [Attempt] = []
        func step(_ end: Conclusion) -> DiscoveryStep {
            DiscoveryStep(kind, end.outcome, end.finding, end.rule, attempts: attempts)
        }
        do throws(Conclusion) {
            let (value, end) = try await work(&attempts)
            report(step(end))
            return value
        } catch {
            let step = step(error)
            report(step)
            throw DiscoveryFailure(step: step)
        }
    }
}
