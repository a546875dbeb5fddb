import Scenarios
import SessionCore
import Testing

@testable import ConsoleApp

/// What a scenario counts, and what is similar and does not count.
@Suite(.timeLimit(.minutes(5)))
struct CountTests {
    /// Things of which so many count.
    struct Counted: Sendable, CustomStringConvertible {
        let what: Countable
        let count: Int
        let fill: @Sendable (inout Judged) -> Void

        init(_ what: Countable, _ count: Int, _ fill: @escaping @Sendable (inout Judged) -> Void) {
            (self.what, self.count, self.fill) = (what, count, fill)
        }

        var description: String { what.words(count) }
    }

    @Test(arguments: Self.stories) func `what counts is counted, and nothing else`(_ story: Counted) throws {
        var judged = try Judged(sessions: 2)
        story.fill(&judged)
        for count in max(0, story.count - 1)...story.count + 1 {
            let words = "counted \(story.what.words(story.count)), not \(count)"
            let found = judged.failure(of: .count(count, story.what), 0..<2)
            #expect(found == (count == story.count ? nil : words))
        }
    }

    @Test(arguments: Countable.allCases) func `what another session does does not count`(what: Countable) throws {
        var judged = try Judged(sessions: 2)
        for story in Self.stories where story.what == what { story.fill(&judged) }
        let events = judged.workspace.playback?.window.events ?? []
        let answers = judged.workspace.playback?.window.answers ?? []
        var other = try Judged(sessions: 2)
        for (_, event) in events { other.apply(.happened(.event(event)), of: 1) }
        for (_, result) in answers { other.apply(.happened(.answered(CallID(1), result)), of: 1) }
        #expect(other.failure(of: .count(0, what), 0..<1) == nil)
        #expect(other.failure(of: .count(0, what), 1..<2) != nil)
    }

    private static let invalid = SessionEnd.refreshRejected(.named(Samples.rejection))

    private static func elsewhere(_ end: SessionEnd) -> SessionEvent.Kind {
        .endedElsewhere(EndedSession(end: end, time: Samples.now, generation: 2, process: 7))
    }

    static let stories: [Counted] = [
        Counted(.refreshes, 2) {
            for session in 0...1 {
                $0.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil), in: session)
            }
            $0.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh))
            $0.happen(.refreshFailed(.noSession, retryAfter: .seconds(1)))
            $0.happen(.adoptedFromStore(Samples.tokens))
        },
        Counted(.logouts, 1) { $0.happen(.signedOut(.signedOut)) },
        Counted(.logouts, 1) { $0.happen(.forcedOut(invalid), in: 1) },
        Counted(.logouts, 1) { $0.happen(elsewhere(invalid)) },
        Counted(.logouts, 0) {
            $0.happen(.refreshRejected(.named(Samples.rejection), refresh: Samples.refresh))
            $0.happen(.revoked(Samples.refresh))
        },
        Counted(.calls, 3) {
            $0.answer(200)
            $0.answer(401, in: 1)
            $0.fail()
            $0.happen(.requestFinished(Samples.facts(4, status: 200)))
        },
        Counted(.rejections, 2) {
            $0.exchange(.request, 401)
            $0.exchange(.userInfo, 401, in: 1)
            $0.exchange(.token, 401)
            $0.exchange(.request, 403)
            $0.answer(401)
        },
        Counted(.signIns, 1) {
            $0.happen(.signInStarted(flow: "password"))
            $0.happen(.signedIn(flow: "password", Samples.tokens))
            $0.happen(.signInFailed(flow: "password", .signInTimedOut))
        },
        Counted(.tokenRequests, 4) {
            $0.exchange(.token, 200)
            $0.exchange(.token, 401)
            $0.exchange(.token, 400, in: 1)
            $0.happen(
                .exchange(
                    HTTPExchange(
                        id: 9, purpose: .token, request: nil, method: "POST", url: "http://127.0.0.1:41873/token",
                        requestHeaders: [:], requestBody: nil, sentAt: Samples.now, duration: .milliseconds(1),
                        outcome: .failed(.brokenOff("off")))))
            $0.exchange(.request, 200)
            $0.exchange(.revocation, 200)
        },
        Counted(.adoptions, 1) {
            $0.happen(.adoptedFromStore(Samples.tokens))
            $0.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil))
        },
        Counted(.strikes, 1) {
            $0.strike(.armed)
            $0.strike(.struck)
            $0.strike(.disarmed)
        },
    ]
}
