import FoundationEssentials
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// The rules that the lab names.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FaultRuleTests {
    @Test(arguments: LabFault.ofSessions)
    func `every verdict names the section of its standard, and no number of a rule`(fault: LabFault) throws {
        var labels: Set<String> = []
        for story in TrialTests.all.map(\.story) {
            guard let trial = story.ledger.trials.last, trial.fault == fault else { continue }
            labels.insert(trial.verdict.label)
            var pane = HeldPane()
            pane.list(story.ledger.trials, [])
            let text = pane.list.rows.map(\.text).joined(separator: " ")
            #expect(text.contains(fault.sections) && !text.contains(/rules? [0-9]/), "\(text)")
        }
        #expect(labels.isSuperset(of: ["passed", "FAILED"]))
    }

    @Test(arguments: [
        ("no refresh token in the answer: the one in use is kept", [Rule.keptRefreshToken]),
        ("no refresh token in the answer: none is kept", [.keptRefreshToken]),
        ("a sign-in without a refresh token", [.newRecord]),
        ("a sign-in that takes over the earlier session's refresh token", [.newRecord]),
        ("a lost answer, and the same token once more", [.lostAnswer]),
        ("a lost answer, and the provider detects reuse", [.lostAnswer, .invalidGrantEnds]),
    ])
    func `a verdict names the rules of what was seen`(name: String, rules: [Rule]) throws {
        let row = try #require(TrialTests.all.first { $0.name == name })
        var pane = HeldPane()
        pane.list(row.story.ledger.trials, [])
        let text = pane.plainText(in: Console.signedIn().model.scene)
        #expect(text.contains(": \(rules.map(\.sentence).joined(separator: "; ")))\n"), "\(text)")
    }

    @Test func `a verdict about a pause or a deadline is put beside the rule of pauses or deadlines`() {
        for fault in [LabFault.networkOff, .tokenEndpointError, .tokenEndpointSilent, .tokenEndpointGarbled] {
            #expect(fault.rules.contains(.pauses), "\(fault)")
        }
        for fault in [LabFault.tokenEndpointSlow, .tokenEndpointSilent] {
            #expect(fault.rules.contains(.refreshDeadline), "\(fault)")
        }
    }

    @Test(arguments: LabFault.ofSessions)
    func `every rule of a fault is one of the numbered invariants`(fault: LabFault) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../Invariants.md").standardized
        let invariants = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(!fault.rules.isEmpty)
        let trials = TrialTests.all.flatMap { $0.story.ledger.trials }
        let named = trials.filter { $0.fault == fault }.flatMap(\.rules)
        #expect(Set(named).isSubset(of: fault.rules))
        for rule in fault.rules { #expect(invariants.contains("`invariant \(rule.rawValue)`"), "\(rule)") }
    }
}
