import Testing

@testable import ClientObservation

@Suite(.timeLimit(.minutes(2)))
struct FindingRuleTests {
    @Test func `each finding has an example, and each a name of its own`() {
        #expect(Example.all.map(\.rule) == FindingRule.all.map(\.name))
        #expect(Set(FindingRule.all.map(\.name)).count == FindingRule.all.count)
    }

    @Test(arguments: Example.all)
    func `a client that breaks the rule is found, with the messages that show it`(example: Example) throws {
        let observer = Example.script(example.breaking).observed()
        let finding = try #require(observer.findings.first { $0.rule == example.rule }, "\(observer.names)")
        #expect(!finding.first.messages.isEmpty)
        #expect(finding.first.messages.allSatisfy { observer.message($0) != nil })
        #expect(finding.first.messages == finding.first.messages.sorted())
    }

    @Test(arguments: Example.all)
    func `a client that keeps the rule is not found, and not undecided`(example: Example) {
        let observer = Example.script(example.right).observed()
        #expect(!observer.names.contains(example.rule))
        #expect(observer.errors.isEmpty)
        #expect(observer.undecided[example.rule] == nil)
    }

    @Test(arguments: Example.all.filter { $0.undecided != nil })
    func `what was not watched leaves a rule undecided`(example: Example) throws {
        let observer = Example.script(try #require(example.undecided)).observed()
        #expect(observer.undecided[example.rule, default: 0] > 0)
        #expect(!observer.names.contains(example.rule))
    }

    @Test(arguments: FindingRule.all)
    func `each rule says what was seen, what is right, and where that is written`(rule: FindingRule) {
        #expect(!rule.sections.isEmpty)
        #expect(rule.advice.hasSuffix(".") && !rule.summary.hasSuffix("."))
        #expect(rule.name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) })
    }
}
