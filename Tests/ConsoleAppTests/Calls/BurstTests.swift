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

    @Test func `enter alone sends the number that is offered`() {
        var console = Console.signedIn()
        console.press(.character("b"))
        #expect(console.text.contains("how many calls at once? 20 "))
        console.press(.enter)
        #expect(console.sentCalls.count == 20)
    }

    @Test func `twenty calls and one refresh are counted so`() {
        var (console, calls) = burst(of: 20)
        #expect(calls.count == 20)
        let starts = console.begin(2...21)
        console.refresh(cause: starts[0])
        for id in 2...20 { console.happen(.requestFinished(Samples.facts(id)), cause: starts[id - 2]) }
        #expect(console.text.contains("19 of 20 calls · 1 refresh · 0 logouts"))
        console.happen(.requestFinished(Samples.facts(21)), cause: starts[19])
        #expect(console.text.contains("20 calls · 1 refresh · 0 logouts  20 × 200"))
    }

    @Test func `a refresh after the last answer counts only if the burst led to it`() {
        var (console, _) = burst(of: 2)
        let starts = console.begin(2...3)
        for id in 2...3 { console.happen(.requestFinished(Samples.facts(id))) }
        console.refresh(cause: starts[0])
        console.refresh(cause: nil)
        #expect(console.text.contains("2 calls · 1 refresh · 0 logouts"))
    }

    @Test func `a refresh that another caller began meanwhile counts, and its end too`() {
        var (console, _) = burst(of: 2)
        _ = console.begin(2...3)
        let start = console.happen(
            .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        for id in 2...3 { console.happen(.requestFinished(Samples.facts(id))) }
        #expect(console.text.contains("2 ▶ wait ▶ refreshing ▶ 2 × 200"))
        console.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil), cause: start)
        #expect(console.text.contains("2 ▶ wait ▶ 1 refresh ▶ 2 × 200"))
    }

    @Test func `a refresh that began before the calls counts where they waited for it`() {
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
        #expect(console.text.contains("2 ▶ wait ▶ 1 refresh ▶ 2 × 200"), "\(console.text)")
    }

    @Test func `calls that were sent again with a newer token show what the first answer was`() {
        var (console, _) = burst(of: 2)
        let starts = console.begin(2...3)
        for id in 2...3 { console.happen(.exchange(Samples.call(id, status: 401)), cause: starts[id - 2]) }
        for id in 2...3 {
            console.happen(.exchange(Samples.call(id)), cause: starts[id - 2])
            var facts = Samples.facts(id)
            facts.attempts = 2
            console.happen(.requestFinished(facts), cause: starts[id - 2])
        }
        #expect(console.text.contains("2 ▶ 2 × 401 ▶ 2 × 200"), "\(console.text)")
        let end = console.model.scene.history.rows.last?.event
        #expect(end?.description.contains("after 2 attempts, the last with a newer token") == true)
        console.press(.character("2"))
        #expect(console.text.contains("2 ▶ 2 × 401 ▶ 2 × 200"), "\(console.text)")
    }

    @Test func `a burst that was refused shows its 401s once`() {
        var (console, _) = burst(of: 2)
        let starts = console.begin(2...3)
        for id in 2...3 {
            console.happen(.exchange(Samples.call(id, status: 401)), cause: starts[id - 2])
            console.happen(.requestFinished(Samples.facts(id, status: 401)), cause: starts[id - 2])
        }
        #expect(console.text.contains("2 ▶ 2 × 401") && !console.text.contains("401 ▶"), "\(console.text)")
    }

    @Test func `a logout that the burst led to is counted`() {
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
        #expect(console.text.contains("2 calls · 1 refresh · 1 logout  1 × 401, 1 not sent"))
    }

    @Test func `of a burst the first answer is shown, or the first that went wrong`() {
        var (console, calls) = burst(of: 4)
        console.send(.responseArrived(calls[0], .success(Samples.answer(#"{"n":0}"#))))
        console.send(.responseArrived(calls[1], .success(Samples.answer(#"{"n":1}"#))))
        #expect(console.text.contains(#"{ "n": 0 }"#))
        console.send(.responseArrived(calls[2], .failure(.sessionChanged)))
        console.send(.responseArrived(calls[3], .success(Samples.answer(#"{"n":3}"#))))
        #expect(console.text.contains("Not sent: another sign-in"))
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

    @Test(arguments: ["0", "-1", "1001", "many", " "]) func `a burst of no sensible size is not sent`(_ text: String) {
        var console = Console.signedIn()
        console.press(.character("b"))
        console.type(text)
        console.press(.enter)
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("a burst has 1 to 1000 calls"))
    }

    @Test func `a single call after a burst takes the burst's line away`() {
        var (console, calls) = burst(of: 2)
        for call in calls { console.send(.responseArrived(call, .success(Samples.answer("{}")))) }
        #expect(console.text.contains("2 calls ·"))
        console.exchange(Samples.answer("{}"))
        #expect(!console.text.contains("2 calls ·"))
    }
}
