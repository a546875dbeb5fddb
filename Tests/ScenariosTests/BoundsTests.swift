import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct BoundsTests {
    @Test func `sizes have limits, in clear words`() {
        #expect(
            flaws(String(repeating: "a", count: 70_000)).first?.hasPrefix("1:1: the line is longer than 64 KiB") == true
        )
        #expect(flaws(String(repeating: "a", count: 2_000_000)) == ["1:1: a scenario has at most 1 MiB. "])
        let steps = String(repeating: "refresh\n", count: 10_001)
        #expect(flaws(steps) == ["10001:1: a scenario has at most 10000 steps. "])
        let lines = String(repeating: "#\n", count: 200_000)
        #expect(flaws(lines) == ["100001:1: a scenario has at most 100000 lines. "])
    }

    @Test(arguments: [
        ("refresh\nsay caf\u{E9}s ".utf8.map(\.self) + [0xE9, 0x0A], "2:11"), ([0xFF, 0xFE], "1:1"),
        (Array("refresh\nsay ".utf8) + [0xE2, 0x82], "2:5"), (Array("# \u{FFFD} ".utf8) + [0xC0, 0xAF], "1:5"),
    ])
    func `bytes that are no text are a flaw with its place`(bytes: [UInt8], place: String) {
        do {
            _ = try Scenario(parsing: bytes, vocabulary: .test)
            Issue.record("read")
        } catch {
            #expect(error.flaws.map { "\($0.line):\($0.column)" } == [place])
            #expect(error.flaws.first?.reason.contains("UTF-8") == true)
        }
    }

    @Test func `a long line of each form is read, or has a flaw`() throws {
        let long = String(repeating: "ab ,\"\\{=:", count: 1500)
        let openings =
            StepForms.table(.test).forms.map(\.openingWords) + StageForms.table.forms.map(\.openingWords)
            + ExpectationForms.table.forms.map { "refresh\nexpect \($0.openingWords)" }
            + ConditionForms.table.forms.map { "wait until \($0.openingWords)" }
        for opening in openings { #expect(flaws("\(opening) \(long)").count <= 2) }
    }

    /// Lines of the grammar's own words in any order, cut anywhere.
    @Test func `no line makes the reader fail in another way`() throws {
        var random = Generator(state: 12)
        let words =
            (StepForms.table(.test).forms.map(\.example) + ExpectationForms.table.forms.map(\.example)
            + ConditionForms.table.forms.map(\.example) + StageForms.table.forms.map(\.example))
            .flatMap { $0.split(separator: " ").map(String.init) } + [
                "\"", "\\", ",", "=", ":", "#", "é", "👩‍👩‍👧", "-", "a", "\t",
            ]
        for _ in 0..<800 {
            let count = Int.random(in: 1...9, using: &random)
            var line = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? " " : "")
            line = String(line.prefix(Int.random(in: 1...60, using: &random)))
            for flaw in flaws("refresh\nGET /\n" + line) {
                let column = flaw.split(separator: ":")[1]
                #expect(try #require(Int(column)) <= line.count + 1, "\(line): \(flaw)")
            }
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }
}
