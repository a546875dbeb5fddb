import FoundationEssentials
import Testing

@testable import ConsoleApp

/// The rules that the lab names.
@Suite(.timeLimit(.minutes(5))) struct FaultRuleTests {
    @Test(arguments: Fault.allCases)
    func `every verdict names the rules by their numbers`(fault: Fault) throws {
        let ofSessions = TrialTests.calls + TrialTests.keeping + TrialTests.ending
        let examples = ofSessions + TrialTests.signIns + TrialTests.others
        var labels: Set<String> = []
        for example in examples {
            let story = Story { story in
                story.signedIn()
                example.story(&story)
            }
            guard let trial = story.ledger.trials.last, trial.fault == fault else { continue }
            labels.insert(trial.verdict.label)
            var pane = HeldPane()
            for event in story.events { _ = pane.note(event) }
            let text = pane.rows.map(\.text).joined(separator: " ")
            #expect(text.contains(/rules? [0-9]+[a-d]?/), "\(text)")
        }
        #expect(labels.isSuperset(of: ["held", "NOT HELD"]))
    }

    @Test func `a verdict about a pause or a deadline is put beside the rule of pauses or deadlines`() {
        for fault in [Fault.networkOff, .tokenEndpointError, .tokenEndpointSilent, .tokenEndpointGarbled] {
            #expect(fault.testedRules.contains(.pauses), "\(fault)")
        }
        for fault in [Fault.tokenEndpointSlow, .tokenEndpointSilent] {
            #expect(fault.testedRules.contains(.refreshDeadline), "\(fault)")
        }
    }

    @Test(arguments: Fault.allCases)
    func `every rule of a fault is one of the numbered invariants`(fault: Fault) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../Invariants.md").standardized
        let invariants = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(!fault.testedRules.isEmpty)
        for rule in fault.testedRules { #expect(invariants.contains("`invariant \(rule.rawValue)`"), "\(rule)") }
    }
}
