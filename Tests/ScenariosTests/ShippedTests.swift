import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ShippedTests {
    @Test(arguments: Scenario.shipped.map(\.name))
    func `a shipped scenario teaches, names its standard and can be read`(name: String) throws {
        let shipped = try #require(Scenario.shipped.first { $0.name == name })
        var vocabulary = Vocabulary.test
        vocabulary.events += ["device_poll_pending"]
        #expect(flaws(shipped.text, vocabulary) == [])
        #expect(shipped.summary.hasSuffix("."))
        #expect(!shipped.summary.contains("#"))
        let comment = shipped.text.split(separator: "\n").prefix { $0.hasPrefix("#") }.joined(separator: "\n")
        #expect(comment.contains("RFC") || comment.contains("OpenID Connect"))
        #expect(shipped.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func `names are unique, and the tour is the first`() {
        let names = Scenario.shipped.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.first == "tour")
    }
}
