import SessionCore
import Testing
import TestSupport

@testable import ConsoleApp

/// What the lab says it has seen.
@Suite(.timeLimit(.minutes(1)), .limitedParallelism)
struct VerdictWordsTests {
    @Test func `calls that a pause holds back are named, while it lasts and afterwards`() throws {
        var story = Story { story in
            story.signedIn()
            story.beginRefresh()
            story.strike(.tokenEndpointBusy, exchange: 5)
            story.tokenMessage(429, id: 5)
            story.refreshFailed(pause: .seconds(30))
            story.strike(.burstAtExpiry)
            for call in 1...20 { story.holdBack(call) }
        }
        let waiting = try #require(story.verdict)
        try expectWords(waiting.words, "while it lasts")
        story.time += 30
        story.begin(21)
        story.beginRefresh()
        story.renewed()
        story.end(21, waited: true)
        let verdict = try #require(story.verdict)
        #expect(verdict.label == "passed")
        try expectWords(verdict.words, "afterwards")
    }

    @Test func `a pause that is over when it is told leaves the next try at once`() throws {
        let story = Story { story in
            story.signedIn()
            story.beginRefresh()
            story.strike(.tokenEndpointSilent, exchange: 5)
            story.tokenMessage(nil, id: 5)
            story.refreshFailed(pause: .zero)
        }
        #expect(try #require(story.verdict).words == "the session was kept; the next try may come at once")
    }

    @Test(arguments: [
        (Duration.seconds(30), "30 s"), (.milliseconds(1_900), "2 s"), (.milliseconds(999), "1 s"),
        (.milliseconds(400), "400 ms"),
    ])
    func `an announced pause is the earliest time of the next try`(pause: Duration, words: String) throws {
        let story = Story { story in
            story.signedIn()
            story.beginRefresh()
            story.strike(.tokenEndpointError, exchange: 5)
            story.tokenMessage(500, id: 5)
            story.refreshFailed(pause: pause)
        }
        #expect(try #require(story.verdict).words == "the session was kept; no retry for \(words)")
    }

    @Test func `a sign-in that takes the right answer after the wrong one is told`() throws {
        let story = Story { story in
            story.add(.signInStarted(flow: "authorization code"))
            story.strike(.wrongState)
            story.add(.strayRedirect(StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .code)))
            story.signedIn()
        }
        #expect(try #require(story.verdict).words == "the answer was refused, and the right one was taken")
    }

    @Test func `the calls that a slow refresh kept waiting are counted, though they end after it`() throws {
        let story = Story { story in
            story.signedIn()
            for call in 1...3 { story.begin(call) }
            story.beginRefresh()
            story.strike(.tokenEndpointSlow, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.renewed()
            for call in 1...3 { story.end(call, waited: true) }
        }
        let verdict = try #require(story.verdict)
        #expect(verdict.label == "passed")
        try expectWords(verdict.words)
    }

    @Test func `short lifetimes that end after a refresh held, and before one were not seen`() throws {
        for (isRefreshed, label) in [(true, "passed"), (false, "undecided")] {
            let story = Story { story in
                story.signedIn()
                story.strike(.shortLifetimes)
                if isRefreshed {
                    story.begin(1)
                    story.beginRefresh()
                    story.tokenMessage(200)
                    story.renewed()
                    story.message(1, status: 200)
                    story.end(1, waited: true)
                }
                story.disarm(.shortLifetimes)
            }
            let verdict = try #require(story.verdict)
            #expect(verdict.label == label, "\(verdict.words)")
            #expect(verdict.words == (isRefreshed ? "1 call with 1 refresh" : "disarmed before a refresh was seen"))
        }
    }

    @Test func `an expired token that another process renewed is undecided, in a session of the store too`() throws {
        for isFromStore in [false, true] {
            let story = Story { story in
                if !isFromStore { story.signedIn() }
                story.strike(.burstAtExpiry)
                story.adopt()
                story.beginRefresh(.requestedByUser, of: "access-2", token: "refresh-2")
                story.renewed()
            }
            #expect(story.verdict == .undecided("another process renewed the token first"))
        }
    }

    @Test func `a refresh for a 401 of the new token is not one for the expired token`() throws {
        let story = Story { story in
            story.signedIn()
            story.strike(.rotatedKeys)
            story.strike(.accessTokenExpired)
            story.begin(1)
            story.beginRefresh()
            story.tokenMessage(200)
            story.renewed()
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5)
            story.beginRefresh(.unauthorized(Secret("access-2").fingerprint), of: "access-2", token: "refresh-2")
            story.tokenMessage(200)
            story.renewed(Story.tokens("access-3", refresh: "refresh-3"))
            story.message(1, status: 200, token: "access-3")
            story.end(1, attempts: 2, waited: true)
        }
        let trial = try #require(story.ledger.latest(of: .accessTokenExpired))
        #expect(trial.verdict == .held("1 call waited for one refresh"))
        #expect(story.ledger.latest(of: .tamperedToken)?.verdict == .held("401, one refresh, retried once: 200"))
    }

    /// Refreshes that the fault lets fail, each after the pause of the one before.
    private func outage(_ strikes: Int, then rest: (inout Story) -> Void) -> Story {
        Story { story in
            story.signedIn()
            for strike in 1...strikes {
                story.beginRefresh()
                story.strike(.tokenEndpointError, exchange: strike)
                story.tokenMessage(500, id: strike)
                story.refreshFailed(pause: .seconds(strike))
                story.time += Double(strike)
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
            { $0.disarm(.tokenEndpointError) },
            { $0.strike(.accessTokenExpired) },
            { story in
                for call in 1...40 {
                    story.begin(call)
                    story.end(call)
                }
            },
        ]
        for disturbance in disturbances {
            let story = outage(strikes) { story in
                disturbance(&story)
                story.beginRefresh()
                story.tokenMessage(200)
                story.renewed()
            }
            let trials = story.ledger.trials.filter { $0.fault == .tokenEndpointError }
            #expect(trials.map(\.verdict) == [.held(Self.later)])
            #expect(trials.map(\.strikes) == [strikes])
        }
    }

    @Test func `a next try that did not come leaves the verdict as it was, and the next strike is another trial`() {
        let lost = outage(4) { story in
            story.disarm(.tokenEndpointError)
            story.beginRefresh()
            story.lost()
        }
        #expect(lost.verdict == .held("the session was kept; no retry for 4 s"))
        let left = outage(1) { story in
            story.disarm(.tokenEndpointError)
            story.add(.signedOut(.signedOut))
            story.signedIn()
            story.beginRefresh()
            story.renewed()
        }
        #expect(left.verdict == .held("the session was kept; no retry for 1 s"))
        let again = outage(1) { story in
            story.disarm(.tokenEndpointError)
            story.beginRefresh()
            story.strike(.tokenEndpointError, exchange: 9)
            story.tokenMessage(500, id: 9)
            story.refreshFailed(pause: .seconds(2))
        }
        #expect(again.ledger.trials.count == 2)
    }

    @Test func `under a wrong clock a refresh is something to be seen, and one that was asked for is no loop`() throws {
        let story = Story { story in
            story.signedIn()
            story.add(.injected(InjectedFault(name: Fault.clockAhead.name, step: .armed, text: "armed")))
            for _ in 0..<3 {
                story.beginRefresh(.requestedByUser)
                story.renewed()
            }
            story.add(.injected(InjectedFault(name: Fault.clockAhead.name, step: .disarmed, text: "disarmed")))
        }
        let verdict = try #require(story.verdict)
        #expect(verdict == .held("3 refreshes as requested"))
    }
}
