import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowTextTests {
    private func lines(_ flow: Flow, width: Int = 100) -> [String] {
        var text = FlowText(width: width)
        return flow.items().items.flatMap { text.lines($0) }
    }

    @Test func `a line has the time when it was sent, the time since the one before had ended, and facts in columns`() {
        let flow = Flow([(.exchange(Samples.tokenExchange), nil), (.exchange(Samples.call(1)), nil)])
        #expect(
            lines(flow) == [
                "12:04:31.488Z            → provider       200   12.0 ms  \(Samples.refresh)  POST /token",
                "                         grant_type refresh_token, refresh_token, client_id",
                "12:04:31.588Z  +88.0 ms  → API            200   12.0 ms  \(Samples.access)  GET /orders  limit",
            ])
    }

    @Test func `no line ends with blanks, even where its words go on below`() {
        let flow = Flow(events: Flow.burst(of: 3))
        for width in [40, 60, 72, 80, 100] {
            let blank = lines(flow, width: width).filter { $0.hasSuffix(" ") }
            #expect(blank == [], "\(width)")
        }
    }

    @Test func `no line is wider than it may be, and none has control characters`() {
        var events = Flow.burst(of: 3)
        events.append(
            Samples.event(events.count + 1, .injected(.sample("\u{1B}[2J" + String(repeating: "漢字", count: 90)))))
        for width in [20, 40, 80, 100, 200] {
            for line in lines(Flow(events: events), width: width) {
                #expect(TextWidth.columns(of: line) <= width)
                #expect(!line.contains("\u{1B}"))
            }
        }
    }

    @Test(arguments: [
        (-3.0, "+0 ms"), (0, "+0 ms"), (0.381, "+381 ms"), (1.24, "+1.24 s"), (59.9, "+59.90 s"), (125, "+2 min"),
        (90_000, "+1 d"),
    ])
    func `the time since the line before has eight columns`(seconds: Double, text: String) {
        #expect(FlowText.since(.seconds(seconds)) == text)
        #expect(text.count <= 8)
    }

    @Test func `filters name lanes, kinds, states and tokens, or any text`() {
        let flow = Flow([
            (.exchange(Samples.tokenExchange), nil), (.exchange(Samples.call(1, status: 401)), nil),
            (.injected(.sample("network off")), nil),
        ])
        func sequences(_ words: String) -> [Int] {
            let filter = FlowFilter(words)
            return flow.rows.filter { filter.passes($0.step, $0.searched) }.map(\.sequence)
        }
        #expect(sequences("") == [1, 2, 3])
        #expect(sequences("lane:api") == [2])
        #expect(sequences("lane:prov") == [1])
        #expect(sequences("kind:token") == [1])
        #expect(sequences("status:4xx") == [2])
        #expect(sequences("status:401") == [2])
        #expect(sequences("status:") == [])
        #expect(sequences("token:\(Samples.access)") == [2])
        #expect(sequences("NETWORK") == [3])
        #expect(sequences("/orders lane:api") == [2])
        #expect(sequences("/orders lane:provider") == [])
    }

    @Test(arguments: [300.0, -300]) func `a wall clock that is set between two messages is no gap`(jump: Double) throws
    {
        var flow = Flow()
        for (sequence, time) in [(1, 0.0), (2, jump + 2)] {
            flow.append(
                FlowEvent(
                    SessionEvent(
                        sequence: sequence, time: Samples.now.addingTimeInterval(time),
                        uptime: .seconds(100 + 2 * sequence), generation: 1, cause: nil,
                        kind: .exchange(Samples.tokenExchange))))
        }
        var text = FlowText(width: 100)
        let lines = flow.items().items.flatMap { text.lines($0) }
        try expectWords(lines.joined(separator: "\n"), "set by \(Int(jump)) s")
    }

    @Test func `where the machine was started anew, the wall clock tells the gap`() {
        let before = FlowTime(Samples.now, uptime: .seconds(5_000))
        #expect(FlowTime(Samples.now.addingTimeInterval(60), uptime: .seconds(10)).since(before) == .seconds(60))
        #expect(FlowTime(Samples.now.addingTimeInterval(60)).since(before) == .seconds(60))
    }
}
