import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleKit
@testable import ConsoleApp

/// A lane for each program whose calls are sent for it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CallerLaneTests {
    private static let git = Caller(name: "git", process: 4711)
    private static let kubectl = Caller(name: "kubectl", process: 815)

    /// Each program sends a call and is answered, one after the other.
    private static func calls(of callers: [Caller?]) -> [SessionEvent] {
        callers.enumerated().flatMap { index, caller -> [SessionEvent] in
            var facts = Samples.facts(index + 1, status: nil)
            facts.label = RequestLabel(index + 1, from: "proxy", for: caller)
            var answered = Samples.facts(index + 1)
            answered.label = facts.label
            let url = "http://127.0.0.1:41874/orders?limit=3"
            let exchange = HTTPExchange(
                id: index + 1, purpose: .request, request: index + 1, method: "GET", url: url,
                requestHeaders: ["Authorization": "Bearer •••• \(Samples.access)"], requestBody: nil,
                sentAt: Samples.now, duration: .milliseconds(12),
                outcome: .answered(
                    .init(
                        status: 200, headers: [:], body: nil, bodySize: 0, version: "1.1", timings: nil,
                        connection: nil, redirects: [])), caller: caller)
            let first = 3 * index + 1
            return [
                Samples.event(first, .requestStarted(facts), at: Double(index)),
                Samples.event(first + 1, .exchange(exchange), cause: first, at: Double(index) + 0.1),
                Samples.event(first + 2, .requestFinished(answered), cause: first, at: Double(index) + 0.2),
            ]
        }
    }

    private func console(_ callers: [Caller?], width: Int) -> Console {
        var console = Console(size: Size(width: width, height: 24))
        console.press(.character("2"))
        console.happen(Self.calls(of: callers))
        return console
    }

    /// The titles of the lanes, below the pane's.
    private func titles(_ console: Console) -> String {
        console.paneWords().split(separator: "\n").dropFirst().first.map(String.init) ?? ""
    }

    @Test func `programs have lanes before the console's, in the order in which they came`() {
        let flow = Flow(events: Self.calls(of: [nil, Self.kubectl, Self.git, Self.kubectl]))
        #expect(flow.lanes == [.client(Self.kubectl), .client(Self.git), .console, .provider, .api])
        #expect(
            flow.rows.map(\.step.lanes.first) == [
                .console, .client(Self.kubectl), .client(Self.git), .client(Self.kubectl),
            ])
    }

    @Test func `where there is room the arrow of a program begins at its lane`() throws {
        let console = console([nil, Self.kubectl, Self.git], width: 120)
        try expectWords(titles(console))
        let lines = console.picture().lines
        let rows = lines.filter { $0.contains("GET /orders") }
        let starts = rows.compactMap { row in row.firstIndex(of: "─").map { row.distance(from: row.startIndex, to: $0) }
        }
        #expect(starts.count == 3 && starts[1] < starts[2] && starts[2] < starts[0], "\(console.text)")
        try expectWords(rows.joined(separator: "\n"), "the calls")
    }

    @Test func `80 columns have a lane for one program, and from the second on one for all, which names them`() throws {
        try expectWords(titles(console([nil, Self.git], width: 80)), "one program")
        try expectWords(console([nil, Self.git, Self.kubectl], width: 80).paneWords(), "two programs")
    }

    @Test func `a program that runs again and again has one lane`() throws {
        let curls = (1...30).map { Caller(name: "curl", process: Int32($0)) }
        let console = console(curls, width: 120)
        try expectWords(titles(console) + "\n" + console.rowWords)
    }

    @Test func `without room for a further lane the calls begin at the console's, and name their program`() throws {
        let size = Size(width: 80, height: 24)
        var console = Console(size: size)
        console.press(.character("2"))
        console.happen(FlowScreenTests.story)
        if console.model.shell.card != nil { console.press(.escape) }
        for event in Self.calls(of: [Self.git]) {
            console.send(
                .event(
                    SessionEvent(
                        sequence: event.sequence + 500, time: event.time.addingTimeInterval(60), generation: 2,
                        cause: event.cause.map { $0 + 500 }, kind: event.kind)))
        }
        try expectWords(titles(console) + "\n" + console.rowWords)
    }

    @Test func `more lanes than there could ever be room for are not kept`() {
        let flow = Flow(events: Self.calls(of: (1...300).map { Caller(name: "curl", process: Int32($0)) }))
        #expect(flow.lanes.count <= 102)
    }

    @Test func `the filter finds a program's lane`() throws {
        var console = console([nil, Self.git, Self.kubectl], width: 120)
        console.press(.character("/"))
        console.type("lane:git")
        #expect(console.model.screens.flow.diagram.lines.list.rows.count == 1)
        console.press(.escape, .character("/"))
        console.type("lane:nothing")
        try expectWords(console.paneWords())
    }

    @Test func `its lane is in Mermaid and in the drawing, whatever its name is`() throws {
        let hostile = Caller(name: "a;<b>\n\"#", process: 7)
        let flow = Flow(events: Self.calls(of: [nil, Self.git, hostile]))
        let text = flow.mermaid
        try expectWords(text.trimmed)
        let svg = try #require(flow.svg.first)
        #expect(svg.contains(">git 4711</text>") && !svg.contains("<b>"))
    }

    @Test func `a document with many programs has a lane for all of them`() throws {
        let callers = (1...9).map { Caller(name: "tool\($0)", process: Int32($0)) }
        let text = Flow(events: Self.calls(of: callers)).mermaid
        try expectWords(text.trimmed)
    }

    @Test func `text names the program, and so do its message and its events`() throws {
        let events = Self.calls(of: [Self.git])
        let flow = Flow(events: events)
        var text = FlowText(width: 120)
        var lines: [String] = []
        for item in flow.items().items { lines += text.lines(item) }
        try expectWords(lines.joined(separator: "\n"), "the text")
        #expect(events[0].words.detail == "git (4711) GET /orders started")
        #expect(events[2].words.detail == "git (4711) GET /orders → 200 in 12.1 ms")
        var console = console([Self.git], width: 120)
        console.press(.enter)
        try expectWords(console.dialogWords, "the message")
    }

    @Test func `the programs of another process's proxy have lanes, too`() {
        var flow = Flow()
        let others = Self.calls(of: [Self.git]).map { OtherProcessEvent(program: "proxy", number: 42, event: $0) }
        _ = flow.insert(others)
        #expect(flow.lanes == [.client(Self.git), .console, .provider, .api, .otherProcess])
        #expect(flow.rows.map(\.step.process) == ["proxy[42]"])
    }
}
