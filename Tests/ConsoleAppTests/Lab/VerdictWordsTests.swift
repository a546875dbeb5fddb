import SessionCore
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// What the lab says it has seen.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct VerdictWordsTests {
    @Test func `calls that a pause holds back are named, while it lasts and afterwards`() throws {
        var story = Story(
            .signedIn(), .struckRefresh(.tokenEndpointBusy, 429), .refreshFailed(pause: .seconds(30)),
            .strike(.burstAtExpiry), .each(1...20) { .holdBack($0) })
        let waiting = try #require(story.verdict)
        try expectWords(waiting.words, "while it lasts")
        story.tell(.wait(30), .begin(21), .beginRefresh(), .renewed(), .end(21, waited: true))
        let verdict = try #require(story.verdict)
        #expect(verdict.label == "passed")
        try expectWords(verdict.words, "afterwards")
    }

    @Test func `a pause that is over when it is told leaves the next try at once`() throws {
        let story = Story(.signedIn(), .struckRefresh(.tokenEndpointSilent, nil), .refreshFailed(pause: .zero))
        #expect(try #require(story.verdict).words == "the session was kept; the next try may come at once")
    }

    @Test(arguments: [
        (Duration.seconds(30), "30 s"), (.milliseconds(1_900), "2 s"), (.milliseconds(999), "1 s"),
        (.milliseconds(400), "400 ms"),
    ])
    func `an announced pause is the earliest time of the next try`(pause: Duration, words: String) throws {
        let story = Story(.signedIn(), .struckRefresh(.tokenEndpointError, 500), .refreshFailed(pause: pause))
        #expect(try #require(story.verdict).words == "the session was kept; no retry for \(words)")
    }

    @Test func `a sign-in that takes the right answer after the wrong one is told`() throws {
        let story = Story(.signInStarted("authorization code"), .strike(.wrongState), .strayRedirect, .signedIn())
        #expect(try #require(story.verdict).words == "the answer was refused, and the right one was taken")
    }

    @Test func `the calls that a slow refresh kept waiting are counted, though they end after it`() throws {
        let story = Story(
            .signedIn(), .each(1...3) { .begin($0) }, .struckRefresh(.tokenEndpointSlow, 200), .renewed(),
            .each(1...3) { .end($0, waited: true) })
        let verdict = try #require(story.verdict)
        #expect(verdict.label == "passed")
        try expectWords(verdict.words)
    }

    @Test func `short lifetimes that end after a refresh held, and before one were not seen`() throws {
        for (isRefreshed, label) in [(true, "passed"), (false, "undecided")] {
            let story = Story { story in
                story.tell(.signedIn(), .strike(.shortLifetimes))
                if isRefreshed {
                    story.tell(
                        .begin(1), .beginRefresh(), .tokenMessage(200), .renewed(), .message(1, 200),
                        .end(1, waited: true))
                }
                story.tell(.disarm(.shortLifetimes))
            }
            let verdict = try #require(story.verdict)
            #expect(verdict.label == label, "\(verdict.words)")
            #expect(verdict.words == (isRefreshed ? "1 call with 1 refresh" : "disarmed before a refresh was seen"))
        }
    }

    @Test func `an expired token that another process renewed is undecided, in a session of the store too`() throws {
        for isFromStore in [false, true] {
            let story = Story { story in
                if !isFromStore { story.tell(.signedIn()) }
                story.tell(
                    .strike(.burstAtExpiry), .adopt(),
                    .beginRefresh(.requestedByUser, of: "access-2", token: "refresh-2"), .renewed())
            }
            #expect(story.verdict == .undecided("another process renewed the token first"))
        }
    }

    @Test func `a refresh for a 401 of the new token is not one for the expired token`() throws {
        let story = Story(
            .signedIn(), .strike(.rotatedKeys), .strike(.accessTokenExpired), .begin(1), .beginRefresh(),
            .tokenMessage(200), .renewed(), .strike(.tamperedToken, exchange: 5), .message(1, 401, id: 5),
            .beginRefresh(.unauthorized(Secret("access-2").fingerprint), of: "access-2", token: "refresh-2"),
            .tokenMessage(200), .renewed(Story.tokens("access-3", refresh: "refresh-3")),
            .message(1, 200, token: "access-3"), .end(1, attempts: 2, waited: true))
        let trial = try #require(story.ledger.latest(of: .accessTokenExpired))
        #expect(trial.verdict == .held("1 call waited for one refresh"))
        #expect(story.ledger.latest(of: .tamperedToken)?.verdict == .held("401, one refresh, retried once: 200"))
    }

    /// Refreshes that the fault lets fail, each after the pause of the one before.
    private func outage(_ strikes: Int, then rest: (inout Story) -> Void) -> Story {
        Story { story in
            story.tell(.signedIn())
            for strike in 1...strikes {
                story.tell(
                    .beginRefresh(), .strike(.tokenEndpointError, exchange: strike), .tokenMessage(500, id: strike),
                    .refreshFailed(pause: .seconds(strike)), .wait(Double(strike)))
            }
            rest(&story)
        }
    }

    private static let later = "the session was kept, and a later refresh succeeded"

    @Test(arguments: [1, 4])
    func `a next try that came is told, after the fault was disarmed, another struck, or many calls`(
        strikes: Int
    ) throws {
        let disturbances: [(inout Story) -> Void] = [
            { _ in },
            { $0.tell(.disarm(.tokenEndpointError)) },
            { $0.tell(.strike(.accessTokenExpired)) },
            { story in
                for call in 1...40 {
                    story.tell(.begin(call), .end(call))
                }
            },
        ]
        for disturbance in disturbances {
            let story = outage(strikes) { story in
                disturbance(&story)
                story.tell(.beginRefresh(), .tokenMessage(200), .renewed())
            }
            let trials = story.ledger.trials.filter { $0.fault == .tokenEndpointError }
            #expect(trials.map(\.verdict) == [.held(Self.later)])
            #expect(trials.map(\.strikes) == [strikes])
        }
    }

    @Test func `a next try that did not come leaves the verdict as it was, and the next strike is another trial`() {
        let lost = outage(4) { $0.tell(.disarm(.tokenEndpointError), .beginRefresh(), .lost()) }
        #expect(lost.verdict == .held("the session was kept; no retry for 4 s"))
        let left = outage(1) { story in
            story.tell(.disarm(.tokenEndpointError))
            story.add(.signedOut(.signedOut))
            story.tell(.signedIn(), .beginRefresh(), .renewed())
        }
        #expect(left.verdict == .held("the session was kept; no retry for 1 s"))
        let again = outage(1) { story in
            story.tell(
                .disarm(.tokenEndpointError), .beginRefresh(), .strike(.tokenEndpointError, exchange: 9),
                .tokenMessage(500, id: 9), .refreshFailed(pause: .seconds(2)))
        }
        #expect(again.ledger.trials.count == 2)
    }

    @Test func `under a wrong clock a refresh is something to be seen, and one that was asked for is no loop`() throws {
        let story = Story(
            .signedIn(), .arm(.clockAhead), .times(3, .beginRefresh(.requestedByUser), .renewed()),
            .disarm(.clockAhead))
        let verdict = try #require(story.verdict)
        #expect(verdict == .held("3 refreshes as requested"))
    }
}
