import Recordings
import SessionCore

/// A step of a discovery as JSON: what was found, the section that it goes by, and its messages.
struct StepReport: RecordedByMembers {
    let step: DiscoveryStep.Kind
    let outcome: DiscoveryStep.Outcome
    let found: String
    let section: String
    let messages: [AttemptReport]

    static let members = Members(
        Self.init(step:outcome:found:section:messages:), .needed("step", \.step), .needed("outcome", \.outcome),
        .needed("found", \.found), .needed("section", \.section), .needed("messages", \.messages))
}

extension StepReport {
    init(_ step: DiscoveryStep) {
        self.init(
            step: step.kind, outcome: step.outcome, found: "\(step.finding)", section: "\(step.rule)",
            messages: step.attempts.map { AttemptReport($0) })
    }
}

extension DiscoveryStep.Kind: RecordedByName {}

extension DiscoveryStep.Outcome: RecordedByName {}
