import Scenarios
import SessionCore

extension DiscoveryStep.Kind {
    /// As a scenario names the line of the checklist: `server metadata`.
    var line: String { rawValue.replacing("_", with: " ") }
}

extension ResourceChain {
    /// Why a line of the checklist is not as it is expected; `nil` where it is.
    func failure(ofLine name: String, _ outcome: Expectation.Outcome) -> String? {
        guard let kind = DiscoveryStep.Kind.allCases.first(where: { $0.line == name }), let step = step(kind) else {
            return "the step \(name) was not reached"
        }
        guard step.outcome.rawValue != outcome.rawValue else { return nil }
        return "the step \(name) ended as \(step.outcome.rawValue): \(step.finding)"
    }
}
