import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowFilterTests {
    private func story() -> Console {
        var console = Console(size: Size(width: 120, height: 36))
        console.press(.character("2"))
        console.happen(FlowScreenTests.story)
        if console.model.shell.card != nil { console.press(.escape) }
        return console
    }

    @Test(arguments: [
        "lane:other", "lane:other process", #"lane:"other process""#, "lane:other pro", "LANE:Other Process",
    ])
    func `a lane is found by its whole name`(words: String) {
        var console = story()
        console.happen(.adoptedFromStore(Samples.tokens))
        console.press(.character("/"))
        console.type(words)
        #expect(
            console.model.screens.flow.diagram.lines.list.rows.map(\.row?.step.label) == ["newer token"],
            "\(console.text)"
        )
    }

    @Test func `quotes keep words together, and other words are looked for as before`() {
        var console = story()
        console.press(.character("/"))
        console.type(#"lane:api "GET /orders" status:401"#)
        #expect(console.model.screens.flow.diagram.lines.list.rows.count == 1, "\(console.text)")
    }
}
