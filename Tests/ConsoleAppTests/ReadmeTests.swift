import ConsoleApp
import FoundationEssentials
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(1)), .limitedParallelism)
struct ReadmeTests {
    /// Between these lines the README holds what the keymap says.
    private static let marks = ("<!-- keys: from the keymap -->\n", "<!-- end of keys -->")

    @Test func `the README's keys are the keymap's`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../README.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.firstRange(of: Self.marks.0)?.upperBound)
        let end = try #require(text.firstRange(of: Self.marks.1)?.lowerBound)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            let recorded = text[..<start] + Keymap.markdown() + text[end...]
            try Data(String(recorded).utf8).write(to: file)
        } else {
            #expect(text[start..<end] == Keymap.markdown(), "RECORD_SNAPSHOTS=1 mends it")
        }
    }
}
