import FoundationEssentials
import SessionCore
import TestSupport
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowTests {
    @Test func `calls that wait for a refresh which began before them stand at its gate`() {
        var events = [
            Samples.event(1, .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        ]
        func add(_ kind: SessionEvent.Kind, cause: Int?) {
            events.append(Samples.event(events.count + 1, kind, cause: cause, at: Double(events.count) / 1000))
        }
        for call in 1...2 { add(.requestStarted(Samples.facts(call, status: nil)), cause: nil) }
        add(.exchange(Samples.tokenExchange), cause: 1)
        add(.refreshed(Samples.tokens, replacedAccess: Samples.access, replacedRefresh: Samples.refresh), cause: 1)
        for call in 1...2 {
            add(.exchange(Samples.call(call)), cause: call + 1)
            var facts = Samples.facts(call)
            facts.waitedForRefresh = 1
            add(.requestFinished(facts), cause: call + 1)
        }
        let burst = Flow(events: events).burst(2)
        #expect(burst?.tally.summary == "2 calls · 1 refresh · 0 logouts")
        #expect(burst?.tally.picture(width: 100) == "2 ▶ wait ▶ 1 refresh 12.0 ms ▶ 2 × 200 (p50 12.1, max 12.1 ms)")
        #expect(burst?.callers.count == 2)
    }

    @Test func `twenty calls at expiry are one gate, one refresh and twenty answers`() throws {
        let flow = Flow(events: Flow.burst(of: 20))
        #expect(flow.summary == "20 calls · 1 refresh · 0 logouts")
        let burst = try #require(flow.burst(1))
        #expect(burst.callers.count == 20)
        #expect(burst.isOver)
        #expect(flow.rows.allSatisfy { $0.burst == 1 })
        try expectWords(flow.texts.joined(separator: "\n"))
    }

    /// A burst of two whose refresh fails, before or after both calls were cancelled.
    private func failedBurst(cancelledFirst: Bool) -> [SessionEvent] {
        var events: [SessionEvent] = []
        func add(_ kind: SessionEvent.Kind, cause: Int?) {
            events.append(Samples.event(events.count + 1, kind, cause: cause, at: Double(events.count) / 1000))
        }
        let failure = SessionEvent.Kind.refreshFailed(
            .transport(.timedOut(.waiting), during: .token), retryAfter: .zero)
        for call in 1...2 { add(.requestStarted(Samples.facts(call, status: nil)), cause: nil) }
        add(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: 1)
        if !cancelledFirst { add(failure, cause: 3) }
        for call in 1...2 { add(.requestFailed(Samples.facts(call, status: nil), .cancelled), cause: call) }
        if cancelledFirst { add(failure, cause: 3) }
        return events
    }

    @Test(arguments: [true, false]) func `a failed refresh says so, even after its burst was cancelled`(
        cancelledFirst: Bool
    ) throws {
        let burst = try #require(Flow(events: failedBurst(cancelledFirst: cancelledFirst)).burst(1))
        try expectWords(burst.tally.picture(width: 100), cancelledFirst ? "cancelled first" : "failed first")
        #expect(burst.tally.summary == "2 calls · 0 refreshes · 0 logouts")
    }

    @Test func `a sign-out that was asked for is no logout`() {
        let elsewhere = EndedSession(end: .signedOut, time: Samples.now, generation: 2, process: 7, program: "logout")
        for end in [SessionEvent.Kind.signedOut(.signedOut), .endedElsewhere(elsewhere)] {
            #expect(Flow([(end, nil)]).summary == "0 calls · 0 refreshes · 0 logouts")
        }
    }

    @Test func `the logout of an earlier run is told, and not counted`() {
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        let ended = EndedSession(end: end, time: Samples.now, generation: 2, process: 7, program: "console")
        let start: [(SessionEvent.Kind, cause: Int?)] = [
            (.endedElsewhere(ended), nil), (.configured(.noSession(end)), nil),
        ]
        #expect(Flow(start).rows.contains { $0.step.path == .line })
        #expect(Flow(start).summary == "0 calls · 0 refreshes · 0 logouts")
        #expect(Flow(start + [(.forcedOut(end), nil)]).summary == "0 calls · 0 refreshes · 1 logout")
        #expect(Flow([start[1], start[0]]).summary == "0 calls · 0 refreshes · 1 logout")
    }

    @Test func `calls one after another are no burst`() {
        var events: [SessionEvent] = []
        for call in 1...3 {
            let start = events.count + 1
            events.append(Samples.event(start, .requestStarted(Samples.facts(call, status: nil))))
            events.append(Samples.event(start + 1, .exchange(Samples.call(call)), cause: start))
            events.append(Samples.event(start + 2, .requestFinished(Samples.facts(call)), cause: start))
        }
        let flow = Flow(events: events)
        #expect(flow.rows.map { flow.burst($0.burst) == nil } == [true, true, true])
        #expect(flow.texts.count == 3)
    }

    @Test func `userinfo is no call, asked for by itself or about a call's token`() {
        let userInfo = { (request: Int) in
            SessionEvent.Kind.exchange(
                Samples.message(.userInfo, "GET", "http://127.0.0.1:41873/userinfo", request: request, status: 200))
        }
        let flow = Flow([
            (.requestStarted(Samples.facts(1, status: nil)), nil), (userInfo(1), 1),
            (.requestFinished(Samples.facts(1)), 1), (.requestStarted(Samples.facts(2, status: nil)), nil),
            (.exchange(Samples.call(2, status: 401)), 4), (userInfo(2), 4), (.requestFinished(Samples.facts(2)), 4),
        ])
        #expect(flow.summary == "1 call · 0 refreshes · 0 logouts")
    }

    @Test func `a burst without a refresh has no gate`() throws {
        let kinds: [(SessionEvent.Kind, cause: Int?)] =
            (1...2).map { (.requestStarted(Samples.facts($0, status: nil)), nil) }
            + (1...2).flatMap { [(.exchange(Samples.call($0)), $0), (.requestFinished(Samples.facts($0)), $0)] }
        let flow = Flow(kinds)
        #expect(try #require(flow.burst(1)).callers.isEmpty)
        #expect(
            flow.texts == [
                "2 × → API GET /orders limit 200 \(Samples.access)",
                "console 2 calls · 0 refreshes · 0 logouts 2 × 200",
            ])
    }

    @Test func `only the calls that waited stand at the gate`() throws {
        var events = Flow.burst(of: 3)
        var facts = Samples.facts(2)
        facts.waitedForRefresh = nil
        let index = try #require(
            events.lastIndex { if case .requestFinished(let ended) = $0.kind { ended.id == 2 } else { false } })
        events[index] = Samples.event(index + 1, .requestFinished(facts), cause: 2)
        #expect(try #require(Flow(events: events).burst(1)).callers.map(\.call) == [1, 3])
    }

    @Test func `lines of a burst that is not over are left for later`() {
        let events = Flow.burst(of: 2)
        var flow = Flow(events: Array(events.dropLast()))
        #expect(flow.items(isEnd: false).items.isEmpty)
        flow.append(FlowEvent(events[events.count - 1]))
        let (items, next) = flow.items(isEnd: false)
        #expect(items.count == 6)
        #expect(flow.items(from: next, isEnd: false).items.isEmpty)
    }

    @Test func `a forced logout is not folded into its burst, but counted there`() throws {
        var events = Array(Flow.burst(of: 2).prefix(4))
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        events.append(
            Samples.event(5, .refreshRejected(.named(Samples.rejection), refresh: Samples.refresh), cause: 3))
        events.append(Samples.event(6, .forcedOut(end), cause: 5))
        let flow = Flow(events: events)
        #expect(flow.rows.last?.step.path == .line)
        #expect(flow.rows.last?.burst == nil)
        #expect(try #require(flow.burst(1)).tally.logoutCount == 1)
    }

    @Test func `four times as many exchanges as are kept stay within the bound, and what left is counted`() {
        var flow = Flow()
        var sequence = 0
        func next(_ kind: SessionEvent.Kind, cause: Int? = nil) -> SessionEvent {
            sequence += 1
            return Samples.event(sequence, kind, cause: cause)
        }
        let exchange = Samples.call(1)
        let count = 4 * Flow.capacity
        for call in 1...count {
            let start = next(.requestStarted(Samples.facts(call, status: nil)))
            flow.append(FlowEvent(start))
            var message = next(.exchange(exchange), cause: start.sequence)
            if call.isMultiple(of: 1000) { message = next(.exchange(Samples.tokenExchange), cause: start.sequence) }
            flow.append(FlowEvent(message))
            flow.append(FlowEvent(next(.requestFinished(Samples.facts(call)), cause: start.sequence)))
        }
        #expect(flow.rows.count <= Flow.capacity)
        #expect(flow.rows.count + flow.leftCount == count)
        #expect(flow.callCount == count)
    }

    /// Random events in any order, causes that lead nowhere included.
    @Test(arguments: 1...2) func `whatever happens, rows are bounded and in order`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var flow = Flow()
        for sequence in 1...8_000 {
            let call = Int.random(in: 1...30, using: &random)
            let kind: SessionEvent.Kind =
                switch Int.random(in: 0..<9, using: &random) {
                case 0, 1: .requestStarted(Samples.facts(call, status: nil))
                case 2, 3: .exchange(Samples.call(call))
                case 4: .requestFinished(Samples.facts(call))
                case 5: .requestFailed(Samples.facts(call, status: nil), .cancelled)
                case 6: .refreshStarted(.expired, access: nil, refresh: Samples.refresh)
                case 7: .refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil)
                default: .forcedOut(.refreshRejected(.named(Samples.rejection)))
                }
            let cause = Bool.random(using: &random) ? Int.random(in: 1...sequence, using: &random) : nil
            flow.append(FlowEvent(Samples.event(sequence, kind, cause: cause)))
        }
        #expect(flow.rows.count <= Flow.capacity)
        #expect(zip(flow.rows, flow.rows.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
        #expect(zip(flow.rows, flow.rows.dropFirst()).allSatisfy { $0.sequence <= $1.sequence })
        let lines = flow.items().items
        #expect(lines.count <= 3 * Flow.capacity)
    }

    @Test func `userinfo that is asked for during a burst is no call of it`() throws {
        let userInfo = Samples.message(.userInfo, "GET", "http://127.0.0.1:41873/userinfo", request: 1, status: 200)
        let flow = Flow(
            (1...3).map { (.requestStarted(Samples.facts($0, status: nil)), nil) } + [
                (.exchange(Samples.call(2)), 2), (.exchange(userInfo), 1), (.requestFinished(Samples.facts(1)), 1),
                (.requestFinished(Samples.facts(2)), 2), (.exchange(Samples.call(3)), 3),
                (.requestFinished(Samples.facts(3)), 3),
            ])
        let burst = try #require(flow.burst(1))
        #expect(burst.isOver)
        #expect(burst.tally.summary == "2 calls · 0 refreshes · 0 logouts")
        #expect(burst.tally.outcomes == "2 × 200")
        #expect(flow.callCount == 2)
        #expect(burst.entries.map(\.call) == [2, 3])
    }

    @Test func `userinfo beside one call makes no burst of it`() {
        let userInfo = Samples.message(.userInfo, "GET", "http://127.0.0.1:41873/userinfo", request: 1, status: 200)
        var lines = FlowLines()
        var flow = Flow()
        let kinds: [(SessionEvent.Kind, cause: Int?)] = [
            (.requestStarted(Samples.facts(1, status: nil)), nil),
            (.requestStarted(Samples.facts(2, status: nil)), nil),
            (.exchange(Samples.call(2)), 2), (.exchange(userInfo), 1), (.requestFinished(Samples.facts(1)), 1),
            (.requestFinished(Samples.facts(2)), 2),
        ]
        for (index, (kind, cause)) in kinds.enumerated() {
            let event = FlowEvent(Samples.event(index + 1, kind, cause: cause))
            let added = flow.append(event)
            lines.append(flow, added: added, by: event)
        }
        #expect(lines.list.rows.allSatisfy { !$0.isHeader })
        #expect(lines.list.rows.count == 2)
    }
}
