import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleKit
@testable import ConsoleApp

/// What other processes do, as rows of Flow.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OtherProcessTests {
    private static func other(
        _ sequence: Int, _ kind: SessionEvent.Kind, cause: Int? = nil, at seconds: Double,
        _ process: String = "refresh[7]"
    ) -> OtherProcessEvent {
        OtherProcessEvent(
            program: process, number: nil, event: Samples.event(sequence, kind, cause: cause, at: seconds))
    }

    private static let refreshed = SessionEvent.Kind.refreshed(
        Samples.tokens, replacedAccess: Secret("access-0").fingerprint, replacedRefresh: nil)

    /// A refresh of another process, as its event file tells it.
    private static let refresh: [OtherProcessEvent] = [
        other(1, .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh), at: 1),
        other(2, .exchange(Samples.tokenExchange), cause: 1, at: 1.1), other(3, refreshed, cause: 1, at: 1.2),
    ]

    private func pane(_ console: Console) -> DiagramPane { console.model.screens.flow.diagram }

    @Test func `messages and notes of another process are at its lane, with its name`() {
        var flow = Flow()
        #expect(flow.insert(Self.refresh).added == 3)
        #expect(
            flow.rows.map(\.step.path) == [
                .note(at: .otherProcess), .message(from: .otherProcess, to: .provider), .note(at: .otherProcess),
            ])
        #expect(flow.rows.allSatisfy { $0.step.process == "refresh[7]" && $0.burst == nil })
        #expect(flow.lanes == [.console, .provider, .otherProcess])
        #expect(flow.summary == "0 calls · 0 refreshes · 0 logouts")
        #expect(flow.underWay.isEmpty)
    }

    @Test func `hole others: a failed call is told once, by its own process and for another one's call of that number`()
    {
        var flow = Flow()
        _ = flow.insert([Self.other(1, .exchange(Samples.call(1)), at: 1)])
        let failed = SessionEvent.Kind.requestFailed(
            Samples.facts(1, status: nil), .transport(.brokenOff("off"), during: .request))
        #expect(flow.insert([Self.other(2, failed, at: 2)]).added == 0)
        #expect(flow.insert([Self.other(1, failed, at: 3, "request[8]")]).added == 1)
        #expect(flow.rows.last?.step.process == "request[8]")
    }

    @Test func `what another process took over, how it ended and what it restored`() {
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        var flow = Flow()
        _ = flow.insert([
            Self.other(1, .configured(.noSession(end)), at: 1), Self.other(2, .adoptedFromStore(Samples.tokens), at: 2),
            Self.other(3, .forcedOut(end), at: 3),
        ])
        #expect(flow.rows.map(\.step.path) == [.note(at: .otherProcess), .note(at: .otherProcess)])
        #expect(flow.rows.first?.step.label == "adopted a newer token")
        #expect(flow.rows.last?.step.label == "FORCED OUT")
        #expect(flow.logoutCount == 0)
    }

    @Test func `late rows stand where their time belongs, before the newer token that they brought`() {
        var flow = Flow([(.signInStarted(flow: "code"), nil)])
        flow.append(FlowEvent(Samples.event(2, .adoptedFromStore(Samples.tokens), at: 1.15)))
        flow.append(FlowEvent(Samples.event(3, .exchange(Samples.call(1)), at: 1.3)))
        let (added, isAtEnd) = flow.insert(Self.refresh)
        #expect(added == 3 && !isAtEnd)
        #expect(flow.rows.map { $0.origin?.sequence } == [nil, 1, 2, 3, nil, nil])
        #expect(flow.rows.map(\.sequence) == [1, 1, 1, 1, 2, 3])
        #expect(Set(flow.rows.map(\.number)).count == 6)
        #expect(flow.rows[flow.index(of: 2)].step.label == "newer token")
        #expect(flow.rows[flow.index(of: 1)].origin == nil)
        #expect(flow.items(from: 4).items.map(\.step.label) == ["newer token", "GET /orders"])
    }

    @Test func `what another process sends is nothing sent again`() throws {
        var flow = Flow()
        flow.append(FlowEvent(Samples.event(1, .refreshStarted(.expired, access: nil, refresh: Samples.refresh))))
        _ = flow.insert(Self.refresh)
        flow.append(FlowEvent(Samples.event(2, .exchange(Samples.tokenExchange), cause: 1, at: 2)))
        #expect(flow.rows.allSatisfy { $0.repeats == nil })
        try expectWords(flow.rows.map(\.step.detail).joined(separator: "\n"))
    }

    @Test(arguments: [(1, 500, 2), (2, 500, 2), (3, 4_700, 8)] as [(UInt64, Int, Int)])
    func `whatever comes in which order, rows are bounded and found`(seed: UInt64, calls: Int, perOther: Int) {
        var random = SeededGenerator(seed: seed)
        var flow = Flow()
        var lines = FlowLines()
        var (rows, theirs) = (0, 0)
        for sequence in 1...calls {
            let now = Double(sequence) / 100
            if Int.random(in: 0..<perOther, using: &random) == 0 {
                theirs += 1
                let process = "request[\(Int.random(in: 1...3, using: &random))]"
                let late = Double.random(in: -2...0.2, using: &random)
                let (added, isAtEnd) = flow.insert([
                    Self.other(theirs, .exchange(Samples.call(theirs)), at: now + late, process)
                ])
                lines.insert(flow, added: added, isAtEnd: isAtEnd)
                rows += added
            }
            let event = FlowEvent(Samples.event(sequence, .exchange(Samples.call(sequence)), at: now))
            let added = flow.append(event)
            lines.append(flow, added: added, by: event)
            rows += added
        }
        #expect(flow.rows.count <= Flow.capacity && flow.rows.count + flow.leftCount == rows)
        #expect((flow.leftCount > 0) == (rows > Flow.capacity))
        #expect(Set(flow.rows.map(\.number)).count == flow.rows.count)
        #expect(zip(flow.rows, flow.rows.dropFirst()).allSatisfy { $0.sequence <= $1.sequence })
        #expect(lines.list.rows.map { $0.row?.number } == flow.rows.map(\.number))
        for process in 1...3 {
            let own = flow.rows.compactMap(\.origin).filter { $0.process == "request[\(process)]" }.map(\.sequence)
            #expect(own == own.sorted())
        }
    }

    @Test func `a selection stays where it is, and following goes on`() {
        var console = Console.flow()
        for index in 1...3 { console.happen(.exchange(Samples.call(index))) }
        console.send(.event(Samples.event(4, .adoptedFromStore(Samples.tokens), at: 2)))
        #expect(pane(console).lines.list.isFollowing)
        console.send(.others(Self.refresh))
        #expect(pane(console).lines.selected?.row?.step.label == "newer token")
        #expect(pane(console).lines.list.isFollowing && pane(console).lines.list.selection == 6)
        console.press(.up)
        let before = pane(console).lines.selected?.row?.number
        console.send(
            .others([Self.other(4, .exchange(Samples.call(9)), at: 1.25, "request[8]")]))
        #expect(pane(console).lines.selected?.row?.number == before)
        #expect(pane(console).lines.list.unseen == 1 && !pane(console).lines.list.isFollowing)
    }

    @Test func `a burst stays one line, and its equal rows one line of text`() {
        let burst = Flow.burst(of: 3)
        var console = Console.flow()
        console.happen(burst)
        let before = Flow(events: burst).texts
        let place = burst[burst.count - 3].time.timeIntervalSince(Samples.now)
        console.send(.others([Self.other(1, .exchange(Samples.call(9)), at: place - 0.0005, "request[8]")]))
        #expect(pane(console).lines.list.rows.map(\.isHeader) == [true, false])
        let texts = pane(console).flow.texts
        #expect(texts.filter { !$0.contains("request[8]") } == before)
        #expect(texts.count == before.count + 1)
    }

    @Test func `enter shows what is known of a row, and c its cause in the same process`() throws {
        var console = Console.flow()
        console.happen(.signInStarted(flow: "code"))
        console.send(.others(Self.refresh))
        console.press(.up, .enter)
        try expectWords(console.dialogWords, "the row")
        console.press(.escape, .character("c"))
        #expect(pane(console).lines.selected?.origin?.sequence == 1)
        console.press(.character("c"))
        #expect(pane(console).lines.selected?.origin?.sequence == 1)
        try expectWords(console.noticeWords, "the cause of the first")
    }

    @Test func `c on a refused call's refresh goes to the message that was refused`() {
        var console = Console.flow()
        let facts = Samples.facts(1, status: nil)
        console.send(
            .others([
                Self.other(1, .requestStarted(facts), at: 1),
                Self.other(2, .exchange(Samples.call(1, status: 401)), cause: 1, at: 2),
                Self.other(3, .unauthorized(Samples.facts(1, status: 401), nil), cause: 1, at: 3),
                Self.other(
                    4, .refreshStarted(.unauthorized(Samples.access), access: Samples.access, refresh: Samples.refresh),
                    cause: 3, at: 4),
            ]))
        console.press(.character("c"))
        #expect(pane(console).lines.selected?.origin?.sequence == 2)
    }

    @Test func `c on a newer token goes to the process that brought it`() {
        var console = Console.flow()
        console.send(.event(Samples.event(1, .adoptedFromStore(Samples.tokens), at: 2)))
        console.send(.others(Self.refresh))
        console.press(.character("c"))
        #expect(pane(console).lines.selected?.origin?.sequence == 3)
    }

    @Test func `a later refresh stands behind the token that it is begun with`() {
        var flow = Flow()
        flow.append(FlowEvent(Samples.event(1, .adoptedFromStore(Samples.tokens), at: 1.5)))
        flow.append(FlowEvent(Samples.event(2, .exchange(Samples.call(1)), at: 2)))
        let token = Samples.tokens.access.fingerprint
        _ = flow.insert([
            Self.other(4, .refreshStarted(.requestedByUser, access: token, refresh: Samples.refresh), at: 2.5)
        ])
        #expect(flow.rows.map { $0.origin?.sequence } == [nil, nil, 4])
    }

    @Test func `c on an end that another process brought goes to the process`() {
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        var console = Console.flow()
        console.send(.others(Self.refresh + [Self.other(4, .forcedOut(end), cause: 1, at: 1.5)]))
        let ended = EndedSession(end: end, time: Samples.now, generation: 2, process: 7, program: "refresh")
        console.send(.event(Samples.event(1, .endedElsewhere(ended), at: 2)))
        console.press(.escape, .character("G"), .character("c"))
        #expect(pane(console).lines.selected?.origin?.sequence == 4, "\(console.text)")
    }

    @Test func `a filter finds the lane and the process`() {
        for words in ["lane:other", "refresh[7]", "kind:refresh"] {
            var console = Console.flow()
            console.happen(.exchange(Samples.call(1)))
            console.send(.others(Self.refresh))
            console.press(.character("/"))
            console.type(words)
            #expect(pane(console).lines.list.rows.count == (words.hasPrefix("kind") ? 2 : 3), "\(words)")
        }
    }

    @Test(arguments: [(120, 36), (80, 24), (60, 20), (200, 60)], [Glyphs.unicode, .ascii])
    func `rows of other processes`(size: (Int, Int), glyphs: Glyphs) throws {
        var console = Console(size: Size(width: size.0, height: size.1), glyphs: glyphs)
        console.press(.character("2"))
        console.happen(.exchange(Samples.call(1)))
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        console.send(
            .others(
                Self.refresh + [
                    Self.other(4, .exchange(Samples.call(2, status: 401)), at: 2, "request[4242]"),
                    Self.other(5, .adoptedFromStore(Samples.tokens), at: 3, "console[99] session 2"),
                    Self.other(6, .forcedOut(end), at: 4, "console[99] session 2"),
                ]))
        try expectSnapshot(
            "flow-others-\(size.0)x\(size.1)\(glyphs.isASCII ? "-ascii" : "")", console.picture(glyphs))
    }

    @Test func `Mermaid and text name the process`() throws {
        var flow = Flow()
        _ = flow.insert(Self.refresh)
        try expectWords(flow.mermaid.trimmed, "Mermaid")
        try expectWords(flow.texts.joined(separator: "\n"), "the text")
    }
}
