import Testing

@testable import ClientObservation

/// A clause of a rule, with a story that needs only this one: without the clause the rule says something else of it.
struct Clause: Sendable, CustomTestStringConvertible {
    enum Verdict: Sendable, Hashable { case kept, undecided, broken }

    let rule: String
    let name: String
    let verdict: Verdict
    let play: Example.Play

    var testDescription: String { "\(rule): \(name)" }

    static func kept(_ rule: String, _ name: String, _ play: @escaping Example.Play) -> Clause {
        Clause(rule: rule, name: name, verdict: .kept, play: play)
    }

    static func undecided(_ rule: String, _ name: String, _ play: @escaping Example.Play) -> Clause {
        Clause(rule: rule, name: name, verdict: .undecided, play: play)
    }

    static func broken(_ rule: String, _ name: String, _ play: @escaping Example.Play) -> Clause {
        Clause(rule: rule, name: name, verdict: .broken, play: play)
    }

    static let all: [Clause] = ofRefresh + ofRefreshedTokens + ofRefusals + ofSignIn + ofLeaks + ofMasks + ofNewRules
}

@Suite(.timeLimit(.minutes(5)))
struct ClauseTests {
    @Test(arguments: Clause.all)
    func `each clause of a rule decides a story`(clause: Clause) {
        let observer = Example.script(clause.play).observed()
        let isUndecided = observer.couldNotDecide(clause.rule)
        let verdict: Clause.Verdict =
            observer.names.contains(clause.rule) ? .broken : isUndecided ? .undecided : .kept
        #expect(verdict == clause.verdict, "\(observer.names) \(observer.undecided)")
        #expect(FindingRule.all.contains { $0.name == clause.rule })
    }
}
