import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

/// A notice lies over the last rows of the screen, where the newest event and the newest message stand.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct NoticeRoomTests {
    private static let newest = "the newest of all"

    /// A screen with more rows than it has room for, whose last one is the newest.
    private func console(_ screen: Character, _ size: Size) -> Console {
        var console = Console.signedIn(size: size)
        console.press(.character(screen))
        console.visit(title: screen == "1" ? EventsPane.title : DiagramPane.title)
        for number in 1...60 { console.happen(.injected(.sample("number \(number)"))) }
        console.happen(.injected(.sample(Self.newest)))
        return console
    }

    /// A refresh fails: a notice of two lines.
    private func notice(_ console: inout Console) {
        console.send(.refreshEnded(.failure(.unintelligible("it is not JSON", during: .token))))
        #expect(console.model.shell.notice?.advice != nil)
    }

    @Test(arguments: ["1", "2"] as [Character], [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the newest row stands above a notice, and where it was once that is gone`(screen: Character, size: Size) {
        var console = console(screen, size)
        let before = console.text
        #expect(before.contains(Self.newest), "\(before)")
        notice(&console)
        #expect(console.text.contains(Self.newest), "\(console.text)")
        console.press(.escape)
        #expect(console.text == before)
    }

    @Test(arguments: ["1", "2"] as [Character])
    func `a list that does not follow its end stays where it is`(screen: Character) {
        var console = console(screen, Size(width: 80, height: 24))
        console.press(.character("g"))
        let row = { (console: Console) in console.picture().lines.first { $0.contains("number 1 ") } }
        let before = row(console)
        notice(&console)
        #expect(row(console)?.dropLast(2) == before?.dropLast(2))
    }
}
