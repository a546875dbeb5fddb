import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct BurstTests {
    private func burst(of count: Int) -> (Console, [CallID]) {
        var console = Console.signedIn()
        console.press(.character("b"))
        console.type("\(count)")
        console.press(.enter)
        return (console, console.sentCalls)
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
        console.send(.eventHappened(Samples.event(8, .requestStarted(Samples.facts(2)))))
        console.send(
            .eventHappened(
                Samples.event(
                    9, .refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: 8)))
        console.send(
            .eventHappened(
                Samples.event(
                    10, .refreshed(Samples.tokens, replacedAccess: Samples.access, replacedRefresh: Samples.refresh),
                    cause: 9)))
        for (index, call) in calls.dropLast().enumerated() {
            console.send(.responseArrived(call, .success(Samples.answer("{}", id: index + 2))))
        }
        #expect(console.text.contains("19 of 20 calls · 1 refresh · 0 logouts"))
        console.send(.responseArrived(calls[19], .success(Samples.answer("{}", id: 21))))
        #expect(console.text.contains("20 calls · 1 refresh · 0 logouts"))
        #expect(console.text.contains("200 ×20"))
    }

    @Test func `an event that comes after the last answer still counts if the burst led to it`() {
        var (console, calls) = burst(of: 2)
        for (index, call) in calls.enumerated() {
            console.send(.responseArrived(call, .success(Samples.answer("{}", id: index + 2))))
        }
        console.send(.eventHappened(Samples.event(8, .requestStarted(Samples.facts(3)))))
        console.send(
            .eventHappened(
                Samples.event(
                    9, .refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: 8)))
        console.send(
            .eventHappened(
                Samples.event(
                    10, .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))))
        #expect(console.text.contains("2 calls · 1 refresh · 0 logouts"))
    }

    @Test func `a logout that is told after the last failure still counts if the burst led to it`() {
        var (console, calls) = burst(of: 2)
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        for call in calls { console.send(.responseArrived(call, .failure(.sessionExpired(end)))) }
        let events: [(SessionEvent.Kind, Int?)] = [
            (.requestStarted(Samples.facts(2)), nil), (.requestStarted(Samples.facts(3)), nil),
            (.refreshStarted(.unauthorized(Samples.access), access: Samples.access, refresh: Samples.refresh), 9),
            (.forcedOut(end), 10),
            (.requestFailed(Samples.facts(2), .sessionExpired(end)), 8),
            (.requestFailed(Samples.facts(3), .sessionExpired(end)), 9),
        ]
        for (index, event) in events.enumerated() {
            console.send(.eventHappened(Samples.event(8 + index, event.0, cause: event.1)))
        }
        #expect(console.model.screen.response.calls.burst?.summary == "2 calls · 1 refresh · 1 logout")
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

    @Test func `failures are counted apart`() {
        var (console, calls) = burst(of: 3)
        console.send(.responseArrived(calls[0], .success(Samples.answer("{}"))))
        console.send(.responseArrived(calls[1], .failure(.sessionChanged)))
        console.send(.responseArrived(calls[2], .failure(.sessionChanged)))
        #expect(console.model.screen.response.calls.burst?.outcomes(times: "x") == "200 x1, no answer x2")
        #expect(console.model.screen.response.calls.running.isEmpty)
    }

    @Test(arguments: ["0", "-1", "1001", "many", " "]) func `a burst of no sensible size is not sent`(_ text: String) {
        var console = Console.signedIn()
        console.press(.character("b"))
        console.type(text)
        console.press(.enter)
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("a burst is of 1 to 1000 calls"))
    }

    @Test func `a single call after a burst takes the burst's line away`() {
        var (console, calls) = burst(of: 2)
        for call in calls { console.send(.responseArrived(call, .success(Samples.answer("{}")))) }
        console.exchange(Samples.answer("{}"))
        #expect(!console.text.contains("Burst"))
    }
}
