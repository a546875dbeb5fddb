import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SuspicionTests {
    private let suspicion = SessionSuspicion(refusal: .unexplained(status: 400), count: 1, lastAt: Samples.now)

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `invariant 42: a suspect session says so in the header, and why in its pane`(size: Size) throws {
        var console = Console.signedIn(size: size)
        var status = Samples.status()
        status.suspicion = suspicion
        console.send(.status(status))
        #expect(console.model.scene.standing == .suspect(hasExpired: false))
        try expectWords(console.headerWords + "\n" + console.paneWords(.tokens), "\(size.width) columns")
    }

    @Test func `invariant 42: the event says what the provider answered and what follows`() {
        let text = EventText(Samples.event(1, .suspected(suspicion, refresh: Samples.refresh)))
        #expect(text.label == "suspect")
        #expect(
            text.detail
                == "400, no reason given · the provider no longer accepts the refresh token; if it is refused again, "
                + "the session "
                + "ends with its access token")
    }

    @Test func `invariant 42: where a status alone refuses, the event says that it takes three and half a minute`() {
        let moment = ClockReading(Samples.now, .zero)
        let suspicion = SessionSuspicion(
            refusal: .unexplained(status: 400), refusals: RefusalCount(all: 1, bare: 1), first: moment, last: moment,
            pause: .seconds(1))
        let text = EventText(Samples.event(1, .suspected(suspicion, refresh: Samples.refresh)))
        #expect(
            text.detail.hasSuffix(
                "at the third refusal, half a minute or more after the first, the session ends with its access token"))
    }

    @Test func `load 2: the pane says why a token is left to the next call`() throws {
        var console = Console.signedIn()
        var status = Samples.status()
        status.refreshDueAt = nil
        status.refreshDeferral = .arrivedExpired
        console.send(.status(status))
        try expectWords(console.paneWords(.tokens))
    }

    @Test func `truth 2: while a call would not refresh a short-lived token, the pane says when one will`() throws {
        for seconds in [16.0, 0] {
            var console = Console.signedIn(size: Size(width: 200, height: 60))
            var status = Samples.status()
            status.refreshDueAt = nil
            status.refreshDeferral = .shortLived(.seconds(20))
            status.refreshedByCallsFrom = Samples.now.addingTimeInterval(seconds)
            console.send(.status(status))
            try expectWords(console.paneWords(.tokens), "from \(Int(seconds)) s on")
        }
    }

    @Test func `truth 3: a bare challenge to a token says that the API gave no reason`() {
        let bare = AuthenticationChallenge(scheme: "Bearer", parameters: [:])
        let text = EventText(Samples.event(1, .unauthorized(Samples.facts(1, status: 401), bare)))
        #expect(text.detail == "the API gave no reason, only a Bearer challenge · GET /orders")
        let answer = AuthorizedResponse(
            response: Samples.answer("").response, facts: Samples.facts(1, status: 401), verdict: .rejected(bare))
        #expect(answer.verdictText == "the token was not accepted: the API gave no reason, only a Bearer challenge")
    }
}
