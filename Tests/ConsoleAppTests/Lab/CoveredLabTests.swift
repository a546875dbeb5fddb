import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// The card of a lost session lies over what the lab has beside its results.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CoveredLabTests {
    private func lost(_ size: Size) -> Console {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        console.send(.provider(ProviderPaneTests.state()))
        console.visit(title: ProviderPane.title)
        console.happen(Samples.lossEvents)
        var status = SessionStatus()
        status.state = .noSession(.refreshRejected(.named(Samples.rejection)))
        console.send(.status(status))
        return console
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `keys do nothing to the panes behind it, and it says which one puts it away`(size: Size) throws {
        for key in [Key.down, .character("j"), .enter, .character("+"), .character("D"), .character("f")] {
            var console = lost(size)
            let before = console.model.screens.lab
            console.press(key)
            let after = console.model.screens.lab
            #expect(after.provider.list.selection == before.provider.list.selection, "\(key)")
            #expect(after.focus == before.focus && after.isZoomed == before.isZoomed, "\(key)")
            #expect(console.effects.isEmpty && console.model.shell.card != nil, "\(key)")
            try expectWords(console.noticeWords, "\(size.width) columns")
        }
    }

    @Test func `the last row offers none of them until it is away`() throws {
        var console = lost(Size(width: 120, height: 36))
        try expectWords(console.lastRow, "with the card")
        console.press(.escape)
        try expectWords(console.lastRow, "without it")
        let selected = console.model.screens.lab.provider.list.selection
        console.press(.down)
        #expect(console.model.screens.lab.provider.list.selection != selected)
    }

    @Test func `screen 3: the panes beside it can be gone to`() {
        var console = lost(Size(width: 120, height: 36))
        console.press(.tab)
        #expect(console.model.screens.lab.focus != .provider && console.model.shell.card != nil)
    }

    @Test func `the wheel and clicks leave what is behind it alone`() {
        var console = lost(Size(width: 120, height: 36))
        let selected = console.model.screens.lab.provider.list.selection
        for action in [MouseEvent.Action.press, .scrollDown] {
            let event = MouseEvent(action, button: .left, at: Point(x: 80, y: 8))
            console.press(.mouse(event))
            #expect(console.model.screens.lab.provider.list.selection == selected)
        }
    }

    @Test(arguments: [Size(width: 100, height: 30), Size(width: 60, height: 22)])
    func `where there is little room the pane with the focus goes below it`(size: Size) throws {
        var console = Console.signedIn(size: size)
        console.press(.character("5"))
        console.happen(Samples.lossEvents)
        #expect(console.model.shell.card != nil && !console.model.isCovered)
        try expectWords(console.text, "\(size.width) columns")
    }
}
