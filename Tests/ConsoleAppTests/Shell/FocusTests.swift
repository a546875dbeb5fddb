import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

/// Where the terminal's cursor is: screen readers and magnifiers follow it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FocusTests {
    private func row(of console: Console) throws -> String {
        let picture = console.picture()
        let place = try #require(picture.cursor ?? picture.focus)
        return picture.lines[place.y]
    }

    @Test func `statement 32: the cursor is in the pane that has the focus`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(Samples.orders))
        for _ in SessionScreen.PaneID.allCases {
            console.press(.tab)
            let frame = try #require(console.frames.first { $0.pane == console.focus }).frame
            let picture = console.picture()
            #expect(picture.cursor == nil)
            #expect(frame.inset(by: 1).contains(try #require(picture.focus)), "\(console.focus)")
        }
    }

    @Test(arguments: [ScreenID.session, .flow, .tokens]) func `statement 32: the cursor moves with the selection`(
        screen: ScreenID
    )
        throws
    {
        var console = Console.inspecting()
        for event in Samples.peacefulEvents + Samples.lossEvents { console.happen(event.kind) }
        console.press(.escape)
        screen.binding.keys.forEach { console.press($0) }
        var moved = 0
        for _ in screen.type.paneTitles {
            console.press(.tab, .character("g"))
            let before = try #require(console.picture().focus)
            console.press(.down)
            let after = try #require(console.picture().focus)
            if after != before { moved += 1 }
            #expect((before.y...before.y + 2).contains(after.y), "\(before) \(after)")
        }
        #expect(moved > 0)
    }

    @Test func `statement 32: the cursor is in a menu, and in a field that is typed into`() throws {
        var console = Console.signedIn()
        console.press(.character("x"))
        let first = try #require(console.picture().focus)
        console.press(.down)
        #expect(console.picture().focus == Point(x: first.x, y: first.y + 1))
        console.press(.escape, .character("o"))
        #expect(try row(of: console).contains("║") || row(of: console).contains("┃"))
        console.press(.escape, .character(":"))
        console.type("ref")
        let picture = console.picture()
        #expect(picture.cursor?.y == 35)
        try expectWords(console.lastRow)
    }
}
