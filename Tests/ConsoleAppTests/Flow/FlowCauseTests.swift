import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

/// `c` leads from an effect to its cause.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowCauseTests {
    private static func tokenRequest(
        _ id: Int, _ outcome: HTTPExchange.Outcome, faults: [String] = []
    ) -> HTTPExchange {
        HTTPExchange(
            id: id, purpose: .token, request: nil, method: "POST", url: "http://127.0.0.1:1/token", requestHeaders: [:],
            requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12), outcome: outcome, faults: faults)
    }

    private func pane(_ console: Console) -> DiagramPane { console.model.screens.flow.diagram }

    @Test func `hole causes: the answer behind a refusal is the one before it, and none that comes later`() throws {
        var log = EventLog()
        for event in [
            Samples.event(1, .refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh)),
            Samples.event(2, .exchange(Self.tokenRequest(1, Samples.tokenExchange.outcome)), cause: 1),
            Samples.event(3, .refreshRejected(.named(Samples.rejection), refresh: Samples.refresh), cause: 1),
            Samples.event(4, .exchange(Self.tokenRequest(2, Samples.tokenExchange.outcome)), cause: 1),
        ] { log.append(event) }
        #expect(log.exchange(behind: try #require(log.event(3)))?.id == 1)
    }

    @Test func `c leads from an answer to its call at the gate`() {
        var console = Console.flow(Flow.burst(of: 3))
        console.press(.character("z"), .character("G"))
        #expect(pane(console).lines.selected?.row?.cause == 3)
        console.press(.character("c"))
        #expect(pane(console).lines.selected?.isCaller == true)
        #expect(pane(console).lines.selected?.sequence == 3)
    }

    @Test func `c leads from the logout back to the call that began it`() throws {
        var console = Console.flow(FlowScreenTests.story)
        while pane(console).lines.selected?.row?.step.path != .line { console.press(.up) }
        var labels: [String] = []
        for _ in 0..<4 {
            console.press(.character("c"))
            labels.append(pane(console).lines.selected?.row?.step.label ?? "")
        }
        #expect(labels == ["refresh", "refresh", "GET /orders", "injected"])
        console.press(.character("c"))
        #expect(pane(console).lines.selected?.row?.step.label == "injected")
        try expectWords(console.noticeWords)
    }

    @Test func `c leads from the logout back to the answer that was lost`() {
        var console = Console.flow([])
        func refresh(_ console: inout Console) -> Int {
            console.happen(.refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        }
        let first = refresh(&console)
        let lost = Samples.message(.token, "POST", "http://127.0.0.1:1/token", status: 200)
        console.happen(
            .injected(InjectedFault(name: LabFault.lostTokenReply.name, step: .struck, exchange: lost.id, text: "lost"))
        )
        let message = console.happen(.exchange(lost), cause: first)
        console.happen(
            .refreshFailed(.transport(.brokenOff("lost"), during: .token), retryAfter: .seconds(1)), cause: first)
        let second = refresh(&console)
        let rejected = console.happen(
            .refreshRejected(.named(Samples.rejection), refresh: Samples.refresh), cause: second)
        console.happen(.forcedOut(.refreshRejected(.named(Samples.rejection))), cause: rejected)
        console.press(.escape)
        var places: [Int] = []
        for _ in 0..<4 {
            places.append(pane(console).lines.selected?.sequence ?? 0)
            console.press(.character("c"))
        }
        #expect(places == [rejected + 1, rejected, second, message])
    }

    @Test func `c leads from a rejected repetition back to the answer that was lost`() {
        var console = Console.flow([])
        let start = console.happen(
            .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        let lost = Self.tokenRequest(1, .failed(.brokenOff("lost")), faults: [LabFault.lostTokenReply.name])
        console.happen(
            .injected(InjectedFault(name: LabFault.lostTokenReply.name, step: .struck, exchange: lost.id, text: "lost"))
        )
        let message = console.happen(.exchange(lost), cause: start)
        let again = console.happen(.exchange(Self.tokenRequest(2, Samples.tokenExchange.outcome)), cause: start)
        let rejected = console.happen(
            .refreshRejected(.named(Samples.rejection), refresh: Samples.refresh), cause: start)
        console.happen(.forcedOut(.refreshRejected(.named(Samples.rejection))), cause: rejected)
        console.press(.escape)
        var places: [Int] = []
        for _ in 0..<4 {
            places.append(pane(console).lines.selected?.sequence ?? 0)
            console.press(.character("c"))
        }
        #expect(places == [rejected + 1, rejected, message, start])
        while pane(console).lines.selected?.sequence != again { console.press(.down) }
        console.press(.character("c"))
        #expect(pane(console).lines.selected?.sequence == message)
        let events = (start...rejected).compactMap(console.model.scene.history.event)
        #expect(events.map(console.model.scene.history.origin(of:)) == [nil, start, start, start, message - 1])
    }

    @Test func `c leads from a message that a fault struck to where the fault was armed`() {
        var console = Console.flow([])
        let name = LabFault.tokenEndpointError.name
        console.happen(.injected(InjectedFault(name: name, step: .disarmed, text: "off")))
        let armed = console.happen(.injected(InjectedFault(name: name, step: .armed, text: "on")))
        console.happen(.injected(InjectedFault(name: LabFault.networkOff.name, step: .armed, text: "on")))
        let start = console.happen(
            .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        for id in 1...2 {
            console.happen(.injected(InjectedFault(name: name, step: .struck, exchange: id, text: "struck")))
            console.happen(
                .exchange(Self.tokenRequest(id, Samples.tokenExchange.outcome, faults: [name])), cause: start)
        }
        console.press(.character("c"))
        #expect(pane(console).lines.selected?.sequence == armed)
    }

    @Test func `c names no fault for a call that was answered`() throws {
        var console = Console.flow([])
        console.happen(.injected(.sample("a fault")))
        let start = console.happen(.requestStarted(Samples.facts(1, status: nil)))
        let answered = console.happen(.exchange(Samples.call(1)), cause: start)
        console.press(.character("c"))
        #expect(pane(console).lines.selected?.sequence == answered)
        try expectWords(console.noticeWords)
    }

    @Test func `c leads from a repeated call to its tokens, the refresh and its first answer`() {
        var console = Console.flow([])
        let start = console.happen(.requestStarted(Samples.facts(7, status: nil)))
        console.happen(.exchange(Samples.call(7, status: 401)), cause: start)
        let rejected = console.happen(.unauthorized(Samples.facts(7), nil), cause: start)
        let refresh = console.happen(
            .refreshStarted(.unauthorized(Samples.access), access: Samples.access, refresh: Samples.refresh),
            cause: rejected)
        console.happen(.exchange(Samples.tokenExchange), cause: refresh)
        console.happen(
            .refreshed(Samples.tokens, replacedAccess: Samples.access, replacedRefresh: Samples.refresh), cause: refresh
        )
        console.happen(.exchange(Samples.call(7)), cause: start)
        var places: [Int] = []
        for _ in 0..<4 {
            places.append(pane(console).lines.selected?.sequence ?? 0)
            console.press(.character("c"))
        }
        #expect(places == [7, 6, 4, 2].map { $0 + start - 1 })
    }
}
