import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BurstTests {
    private func burst(of count: Int) -> (Console, [CallID]) {
        var console = Console.signedIn()
        console.press(.character("b"))
        console.type("\(count)")
        console.press(.enter)
        return (console, console.sentCalls)
    }

    @Test func `calls that a recording has in another order are one burst`() {
        var ledger = CallLedger(sender: .session)
        let calls = [CallID(7), CallID(2), CallID(4)]
        let isNew = [calls, [CallID(7)]].map { ledger.begin($0, RequestDraft(), at: Samples.now) }
        #expect(isNew == [true, false] && ledger.running.count == 3)
    }

    @Test func `enter alone sends the number that is offered`() throws {
        var console = Console.signedIn()
        console.press(.character("b"))
        try expectWords(console.lastRow)
        console.press(.enter)
        #expect(console.sentCalls.count == 20)
    }

    @Test func `twenty calls and one refresh are counted so`() throws {
        var (console, calls) = burst(of: 20)
        #expect(calls.count == 20)
        let starts = console.begin(2...21)
        console.refresh(cause: starts[0])
        for id in 2...20 { console.happen(.requestFinished(Samples.facts(id)), cause: starts[id - 2]) }
        try expectWords(console.paneWords(.response), "19 answers")
        console.happen(.requestFinished(Samples.facts(21)), cause: starts[19])
        try expectWords(console.paneWords(.response), "20 answers")
    }

    @Test func `a refresh after the last answer counts only if the burst led to it`() throws {
        var (console, _) = burst(of: 2)
        let starts = console.begin(2...3)
        for id in 2...3 { console.happen(.requestFinished(Samples.facts(id))) }
        console.refresh(cause: starts[0])
        console.refresh(cause: nil)
        try expectWords(console.paneWords(.response))
    }

    @Test func `a refresh that another caller began meanwhile counts, and its end too`() throws {
        var (console, _) = burst(of: 2)
        _ = console.begin(2...3)
        let start = console.happen(
            .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        for id in 2...3 { console.happen(.requestFinished(Samples.facts(id))) }
        try expectWords(console.paneWords(.events), "refreshing")
        console.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil), cause: start)
        try expectWords(console.paneWords(.events), "refreshed")
    }

    @Test func `a refresh that began before the calls counts where they waited for it`() throws {
        var (console, _) = burst(of: 2)
        let refresh = console.happen(
            .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        _ = console.begin(2...3)
        console.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil), cause: refresh)
        for id in 2...3 {
            var facts = Samples.facts(id)
            facts.waitedForRefresh = refresh
            console.happen(.requestFinished(facts))
        }
        try expectWords(console.paneWords(.events))
    }

    @Test func `calls that were sent again with a newer token show what the first answer was`() throws {
        var (console, _) = burst(of: 2)
        let starts = console.begin(2...3)
        for id in 2...3 { console.happen(.exchange(Samples.call(id, status: 401)), cause: starts[id - 2]) }
        for id in 2...3 {
            console.happen(.exchange(Samples.call(id)), cause: starts[id - 2])
            var facts = Samples.facts(id)
            facts.attempts = 2
            console.happen(.requestFinished(facts), cause: starts[id - 2])
        }
        try expectWords(console.paneWords(.events), "the events")
        try expectWords(try #require(console.model.scene.history.rows.last?.event.description), "the last call's end")
        console.press(.character("2"))
        try expectWords(console.paneWords(), "the diagram")
    }

    @Test func `a burst that was refused shows its 401s once`() throws {
        var (console, _) = burst(of: 2)
        let starts = console.begin(2...3)
        for id in 2...3 {
            console.happen(.exchange(Samples.call(id, status: 401)), cause: starts[id - 2])
            console.happen(.requestFinished(Samples.facts(id, status: 401)), cause: starts[id - 2])
        }
        try expectWords(console.paneWords(.events))
    }

    @Test func `a logout that the burst led to is counted`() throws {
        var (console, _) = burst(of: 2)
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        let starts = console.begin(2...3)
        let refresh = console.happen(
            .refreshStarted(.unauthorized(Samples.access), access: Samples.access, refresh: Samples.refresh),
            cause: starts[1])
        let rejection = console.happen(
            .refreshRejected(.named(Samples.rejection), refresh: Samples.refresh), cause: refresh)
        console.happen(.forcedOut(end), cause: rejection)
        var facts = Samples.facts(2, status: nil)
        facts.attempts = 0
        console.happen(.requestFailed(facts, .sessionExpired(end)), cause: starts[0])
        console.happen(.requestFinished(Samples.facts(3, status: 401)), cause: starts[1])
        console.press(.escape)
        try expectWords(console.paneWords(.response))
    }

    @Test func `of a burst the first answer is shown, or the first that went wrong`() throws {
        var (console, calls) = burst(of: 4)
        console.send(.answered(calls[0], .success(Samples.answer(#"{"n":0}"#))))
        console.send(.answered(calls[1], .success(Samples.answer(#"{"n":1}"#))))
        try expectWords(console.paneWords(.response), "the first")
        console.send(.answered(calls[2], .failure(.sessionChanged)))
        console.send(.answered(calls[3], .success(Samples.answer(#"{"n":3}"#))))
        try expectWords(console.paneWords(.response), "the first that went wrong")
    }

    @Test func `calls without an answer are counted by what became of them`() throws {
        var (console, calls) = burst(of: 5)
        _ = console.begin(2...6)
        console.happen(.requestFinished(Samples.facts(2)))
        for (id, error) in [(3, SessionError.sessionChanged), (4, .sessionChanged), (5, .cancelled)] {
            var facts = Samples.facts(id, status: nil)
            facts.attempts = 0
            console.happen(.requestFailed(facts, error))
        }
        console.happen(
            .requestFailed(
                Samples.facts(6, status: nil), .transport(.brokenOff("connection reset"), during: .request)))
        let burst = try #require(console.model.scene.history.burst(calls[0])).tally
        #expect(burst.outcomes == "1 × 200, 2 not sent, 1 cancelled, 1 no answer")
    }

    @Test func `a call of another name is none of the burst's`() throws {
        var (console, calls) = burst(of: 2)
        var other = Samples.facts(9, status: nil)
        other.url = "http://127.0.0.1:41874/me"
        console.happen(.requestStarted(other))
        _ = console.begin(2...4)
        for id in [9, 4, 2] { console.happen(.requestFinished(Samples.facts(id))) }
        #expect(try #require(console.model.scene.history.burst(calls[0])).tally.endedCount == 1)
    }

    @Test func `a refresh that was begun before the burst does not count`() throws {
        var console = Console.signedIn()
        console.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh))
        console.press(.character("b"), .enter)
        let call = try #require(console.sentCalls.first)
        _ = console.begin(2...3)
        #expect(try #require(console.model.scene.history.burst(call)).tally.refreshCount == 0)
    }

    @Test(arguments: ["0", "-1", "1001", "many", " "]) func `a burst of no sensible size is not sent`(_ text: String)
        throws
    {
        var console = Console.signedIn()
        console.press(.character("b"))
        console.type(text)
        console.press(.enter)
        #expect(console.effects.isEmpty)
        try expectWords(console.lastRow)
    }

    @Test func `a single call after a burst takes the burst's line away`() throws {
        var (console, calls) = burst(of: 2)
        for call in calls { console.send(.answered(call, .success(Samples.answer("{}")))) }
        try expectWords(console.paneWords(.response), "the burst")
        console.exchange(Samples.answer("{}"))
        try expectWords(console.paneWords(.response), "the single call")
    }
}
