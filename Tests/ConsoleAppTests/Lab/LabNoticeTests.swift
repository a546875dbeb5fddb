import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// A notice lies over the last rows of the screen, where the newest trial stands.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LabNoticeTests {
    /// The lab at 80 columns after four trials.
    private func console() -> Console {
        var console = Console.signedIn(size: Size(width: 80, height: 24))
        console.press(.character("5"))
        let faults: [LabFault] = [.tokenEndpointSlow, .tokenEndpointGarbled, .tokenEndpointError, .tamperedToken]
        let story = Story(after: console.model.scene.history.lastSequence, .each(faults) { .strike($0) })
        console.happen(story.events)
        console.visit(title: HeldPane.title)
        return console
    }

    private func rows(_ console: Console) -> [Substring] { console.text.split(separator: "\n") }

    @Test func `the last row of the newest trial stands above a notice`() throws {
        var console = console()
        let before = rows(console)
        let last = before[before.count - 3]
        #expect(before.count { $0 == last } == 1, "\(console.text)")
        try expectWords(String(last), "last row")
        console.press(.character("P"), .character("s"))
        let under = rows(console)
        // The notice has three rows.
        let top = before.count - 4
        #expect(under[top - 1] == last, "\(console.text)")
        try expectWords(under[top...].joined(separator: "\n"), "notice and hints")
        console.press(.escape)
        #expect(rows(console) == before)
    }

    @Test func `a list that does not follow its end stays where it is`() {
        var console = console()
        console.press(.character("g"))
        let before = rows(console)
        console.press(.character("P"), .character("s"))
        // Beside the rows the scrollbar shows that fewer are in sight.
        let (above, under) = (before.dropFirst(2).dropLast(4), rows(console).dropFirst(2).dropLast(4))
        #expect(under.map { $0.dropLast() } == above.map { $0.dropLast() })
    }
}
