import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PinnedLogoutTests {
    /// A lost session with what came after it, its card dismissed and the events focused.
    private func lost(_ size: Size, after count: Int = 30) -> Console {
        var console = Console.signedIn(size: size)
        console.happen(Samples.lossEvents)
        for index in 0..<count { console.happen(.injected(.sample("fault \(index)"))) }
        console.press(.escape)
        console.visit(.events)
        return console
    }

    private func lines(_ console: Console) -> EventLines { console.model.screens.session.events.lines }
    private func showsLogout(_ console: Console) -> Bool {
        let lines = lines(console)
        return (Array(lines.list.visible) + [lines.pinnedLine].compactMap(\.self)).contains {
            lines.list.rows[$0].holds(14)
        }
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 14)])
    func `a forced logout stays in sight, and so does what is newest`(_ size: Size) throws {
        var console = lost(size)
        for index in 0..<30 {
            console.happen(.injected(.sample("more \(index)")))
            #expect(showsLogout(console))
            #expect(console.text.contains("more \(index)"))
        }
        #expect(lines(console).list.isFollowing)
        try expectWords(console.paneWords(), "\(size.width) columns")
    }

    @Test func `it is no row of the list, so that selection and scroll are those of the others`() {
        var console = lost(Size(width: 80, height: 24))
        console.press(.up)
        let (selected, visible) = (lines(console).list.selection, lines(console).list.visible)
        #expect(visible.count == 4)
        for index in 0..<5 { console.happen(.injected(.sample("more \(index)"))) }
        #expect(lines(console).list.selection == selected)
        #expect(lines(console).list.visible == visible)
        #expect(showsLogout(console))
    }

    @Test func `once the reader has been there it scrolls as the others do`() {
        var console = lost(Size(width: 80, height: 24))
        while lines(console).selected?.sequence != 14 { console.press(.up) }
        console.press(.character("G"))
        #expect(!showsLogout(console))
        #expect(lines(console).list.visible.count == 5)
    }

    @Test func `signing in again lets it go`() {
        var console = lost(Size(width: 80, height: 24))
        #expect(showsLogout(console))
        console.happen(.signedIn(flow: "device code", Samples.tokens))
        #expect(!showsLogout(console))
    }

    @Test func `a click on it goes there`() throws {
        var console = lost(Size(width: 80, height: 24))
        let row = try #require(console.frames.first { $0.pane == .events }).frame.y + 1
        console.send(
            .keyPressed(.mouse(MouseEvent(.press, button: .left, at: Point(x: 20, y: row)))))
        #expect(lines(console).selected?.sequence == 14)
    }
}
