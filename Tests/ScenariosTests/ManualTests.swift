import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ManualTests {
    private static let manual = ScenarioManual(.test)

    @Test func `every form is in the manual, and every word of the program`() {
        let entries = Self.manual.chapters.flatMap(\.entries)
        let forms =
            StageForms.table.forms.map(\.syntax) + StepForms.table(.test).forms.map(\.syntax)
            + ConditionForms.table.forms.map(\.syntax) + ExpectationForms.table.forms.map(\.syntax)
            + StepForms.processes.forms.map(\.syntax)
        #expect(entries.map(\.syntax).sorted() == forms.sorted())
        let text = entries.map(\.meaning).joined(separator: "\n")
        for word in Vocabulary.test.faults + Vocabulary.test.presets + Vocabulary.test.screens {
            #expect(text.contains(word))
        }
        for placeholder in ["FAULTS", "PRESETS", "SCREENS"] { #expect(!text.contains(placeholder)) }
    }

    @Test func `the manual says what surprised its readers`() {
        let text = Self.manual.chapters.flatMap { $0.entries.map(\.meaning) }.joined(separator: "\n")
        for words in [
            "by device", "--password-file", "say, show and pause", "a sign-out counts as a logout", "last token answer",
            "its stored session", "the spent one is sent",
        ] { #expect(text.contains(words), "\(words)") }
        #expect(!text.contains("since the steps before it"))
    }

    @Test func `the example of the manual is a scenario`() throws {
        #expect(try played(ScenarioManual.example.joined(separator: "\n")).count == 9)
    }
}
