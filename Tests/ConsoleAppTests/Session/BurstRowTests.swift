import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BurstRowTests {
    /// Calls that have begun, with the events pane focused; their sequence numbers.
    private func burst(of count: Int, size: Size = Size(width: 120, height: 36)) -> (Console, [Int]) {
        var console = Console.signedIn(size: size)
        console.press(.character("b"))
        console.type("\(count)")
        console.press(.enter)
        console.visit(.events)
        let starts = console.begin(2...count + 1)
        return (console, starts)
    }

    private func finish(_ requests: ClosedRange<Int>, _ console: inout Console, _ starts: [Int], status: Int = 200) {
        for id in requests {
            console.happen(.requestFinished(Samples.facts(id, status: status)), cause: starts[id - 2])
        }
    }

    private func lines(_ console: Console) -> EventLines { console.model.screens.session.events.lines }

    @Test func `a burst is one row, which counts while it runs`() throws {
        var (console, starts) = burst(of: 20)
        let listed = lines(console).list.rows.count
        try expectWords(console.rowWords, "sent")
        console.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: starts[0])
        try expectWords(console.rowWords, "refreshing")
        let url = "http://127.0.0.1:41873/token"
        console.happen(
            .exchange(Samples.exchange(9, .token, method: "POST", url: url, status: 200, body: nil)),
            cause: starts[19] + 1)
        console.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil), cause: starts[19] + 1)
        finish(2...14, &console, starts)
        try expectWords(console.rowWords, "13 of 20")
        finish(15...20, &console, starts)
        var facts = Samples.facts(21)
        facts.duration = .milliseconds(15)
        console.happen(.requestFinished(facts), cause: starts[19])
        try expectWords(console.rowWords, "over")
        #expect(lines(console).list.rows.count == listed)
    }

    @Test func `selection and rows in sight stay where they are while a burst counts up`() {
        var (console, starts) = burst(of: 20, size: Size(width: 80, height: 24))
        console.press(.up, .up)
        let (selected, visible) = (lines(console).selected?.sequence, lines(console).list.visible)
        console.refresh(cause: starts[3])
        finish(2...21, &console, starts)
        #expect(lines(console).selected?.sequence == selected)
        #expect(lines(console).list.visible == visible)
        #expect(lines(console).list.unseen == 0)
    }

    @Test(arguments: [Key.character("z"), .character(" "), .enter])
    func `a key unfolds the calls and the refresh between them, and folds them again`(_ key: Key) throws {
        var (console, starts) = burst(of: 3)
        console.refresh(cause: starts[1])
        finish(2...4, &console, starts)
        console.happen(.injected(.sample("a fault")))
        console.press(.up)
        let folded = lines(console).list.rows.count
        console.press(key)
        let labels = lines(console).list.rows.suffix(4).map(\.shown.text.label)
        #expect(labels == ["request", "refreshed", "request", "injected"])
        #expect(lines(console).list.rows.suffix(4).map(\.count) == [0, 1, 3, 1])
        #expect(lines(console).list.selected?.burst != nil)
        try expectWords(console.paneWords(), key.name(.unicode))
        // From the row of a call, too: the header is selected then.
        console.press(.down, .down, .character("z"))
        #expect(lines(console).list.rows.count == folded)
        #expect(lines(console).list.selected?.burst != nil)
    }

    @Test func `unfolding on the last row in sight scrolls the calls into sight`() {
        var (console, starts) = burst(of: 20, size: Size(width: 80, height: 24))
        for id in 2...21 {
            var facts = Samples.facts(id)
            facts.duration = .milliseconds(id)
            console.happen(.requestFinished(facts), cause: starts[id - 2])
        }
        #expect(lines(console).list.selected?.burst != nil)
        console.press(.character("z"))
        let visible = lines(console).list.visible
        #expect(visible.lowerBound == lines(console).list.selection)
        #expect(visible.count == 5)
    }

    @Test func `what comes later goes on behind an unfolded burst, and moves nothing`() {
        var (console, starts) = burst(of: 20)
        console.press(.character("z"))
        let (selected, visible) = (lines(console).list.selection, lines(console).list.visible)
        console.happen(.injected(.sample("a fault")))
        finish(2...21, &console, starts)
        #expect(lines(console).list.selection == selected)
        #expect(lines(console).list.visible.lowerBound == visible.lowerBound)
        #expect(lines(console).list.rows.last?.shown.event.sequence == console.model.scene.history.lastSequence)
    }

    @Test func `every single step shows the calls of bursts, and z folds one of them`() {
        var (console, starts) = burst(of: 2)
        finish(2...3, &console, starts)
        console.press(.character("z"), .character("d"))
        #expect(lines(console).list.rows.suffix(5).map(\.shown.burst).allSatisfy { $0 != nil })
        #expect(lines(console).list.selected?.burst != nil)
        let unfolded = lines(console).list.rows.count
        console.press(.character("z"))
        #expect(lines(console).list.rows.count == unfolded - 4)
    }

    @Test func `a filter finds what a folded burst hides, and unfolding shows no more than that`() throws {
        var (console, starts) = burst(of: 3)
        finish(2...3, &console, starts)
        finish(4...4, &console, starts, status: 503)
        console.press(.character("/"))
        console.type("503")
        console.press(.enter)
        #expect(lines(console).list.rows.count == 1)
        try expectWords(console.rowWords)
        console.press(.character("z"))
        #expect(lines(console).list.rows.map(\.shown.event.kind.traits.request) == [4, 4])
        console.press(.character("/"), .control("u"))
        console.type("burst")
        console.press(.enter)
        #expect(lines(console).list.rows.first?.burst != nil)
    }

    @Test func `what becomes of the session is a row of its own, and its cause is found inside the burst`() throws {
        var (console, starts) = burst(of: 2)
        let refresh = console.happen(
            .refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: starts[0])
        let rejection = console.happen(
            .refreshRejected(.named(Samples.rejection), refresh: Samples.refresh), cause: refresh)
        console.happen(.forcedOut(.refreshRejected(.named(Samples.rejection))), cause: rejection)
        finish(2...3, &console, starts, status: 401)
        console.press(.escape)
        try expectWords(console.paneWords())
        #expect(lines(console).selected?.sequence == rejection + 1)
        console.press(.character("c"))
        #expect(lines(console).selected?.sequence == rejection)
    }

    @Test func `the row gives way where there is little room, and does without other signs than ASCII`() throws {
        for width in [120, 80, 44] {
            var (console, starts) = burst(of: 20, size: Size(width: width, height: 24))
            console.refresh(cause: starts[0])
            finish(2...21, &console, starts)
            let row = try #require(console.picture(.ascii).lines.first { $0.contains("burst") && $0.contains(":") })
            #expect(row.allSatisfy { $0.isASCII })
            try expectWords(row, "\(width) columns")
        }
    }

    @Test func `the pager gets the calls below their burst`() throws {
        var (console, starts) = burst(of: 2)
        finish(2...3, &console, starts)
        console.press(.character("v"))
        let text = try #require(console.viewed)
        #expect(
            text.hasSuffix(
                """
                burst  2 ▶ 2 × 200 (p50 12.1, max 12.1 ms)
                12:04:31.500  request  GET /orders → 200 in 12.1 ms  F4C2
                12:04:31.500  request  GET /orders → 200 in 12.1 ms  F4C2

                """))
    }

    @Test func `a burst is forgotten with its last event`() {
        var (console, starts) = burst(of: 2)
        finish(2...3, &console, starts)
        for index in 0..<EventLog.capacity { console.happen(.injected(.sample("fault \(index)"))) }
        #expect(lines(console).list.rows.allSatisfy { $0.burst == nil })
        #expect(lines(console).list.rows.count == console.model.scene.history.rows.count)
        #expect(lines(console).selected?.sequence == console.model.scene.history.lastSequence)
    }
}
