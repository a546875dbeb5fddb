import SessionCore
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// What the lab says of right and wrong clients: for each judge a table of events and verdicts.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TrialTests {
    /// Events after a sign-in, and the verdict on the last fault that struck.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let verdict: TrialVerdict
        let steps: [Step]

        init(_ name: String, _ verdict: TrialVerdict, _ steps: Step...) {
            (self.name, self.verdict, self.steps) = (name, verdict, steps)
        }

        var story: Story { Story(.signedIn(), .all(steps)) }
        var testDescription: String { name }
    }

    static let all: [Row] =
        renewal + retry + spoiled + userInfo + terms + lifetimes + clock
        + keeping + slowness + lostReply + droppedToken
        + ending + revocation + scope + otherUser + keys + wrongState

    @Test(arguments: all) func `the verdict is what happened`(row: Row) {
        #expect(row.story.verdict == row.verdict)
    }

    @Test func `every fault has an example that held, and one that did not`() {
        for label in ["passed", "FAILED"] {
            let shown = Self.all.filter { $0.verdict.label == label }.compactMap { $0.story.ledger.trials.last?.fault }
            #expect(Set(LabFault.ofSessions).subtracting(shown) == [], "\(label)")
        }
    }

    @Test func `a verdict is not changed by what another fault does later`() throws {
        let story = Story(
            .signedIn(), .struckCall(.networkOff, nil), .fail(1), .struckRefresh(.rejectedRefresh, 400, id: 6),
            .rejected, .lost())
        #expect(story.ledger.trials.map(\.verdict.label) == ["passed", "passed"])
    }

    @Test func `what another fault of a preset spoils is not held against the session`() {
        let story = Story(
            .signedIn(), .strike(.accessTokenExpired), .struckRefresh(.rejectedRefresh, 400, id: 6), .rejected, .lost())
        #expect(story.ledger.trials.map(\.verdict.label) == ["undecided", "passed"])
        #expect(story.ledger.trials[0].verdict.words.contains(LabFault.rejectedRefresh.rawValue))
    }

    @Test func `a verdict is not changed by what the next session does`() {
        let story = Story(
            .signedIn(), .struckRefresh(.replayedRefreshToken, 400, id: 6), .rejected, .lost(), .signInStarted(),
            .tokenMessage(200, id: 9, body: "grant_type=password"), .signedIn())
        #expect(story.ledger.trials.map(\.verdict.label) == ["passed"], "\(story.ledger.trials.map(\.verdict.words))")
    }

    @Test(arguments: [
        (200, true), (400, true), (401, true), (403, true), (422, true), (404, false), (429, false), (500, false),
    ])
    func `hole lab verdicts: the provider's own refusal is not held against the session`(status: Int, isRefusal: Bool) {
        for conclusion in [Step.suspected, .rejected] {
            let story = Story(.signedIn(), .struckRefresh(.tokenEndpointSlow, status), conclusion, .lost())
            #expect(story.verdict?.label == (isRefusal ? "undecided" : "FAILED"))
        }
    }

    @Test func `hole lab verdicts: in a session of the store the first refresh names the token that has expired`() {
        var story = Story(.strike(.accessTokenExpired), .beginRefresh(), .renewed())
        #expect(story.verdict == .held("one refresh"))
        let sent = Step.message(1, 401, token: "access-1")
        story = Story(.strike(.accessTokenExpired), .begin(1), sent, .beginRefresh(), .renewed())
        #expect(story.verdict == .notHeld("1 call went out with the expired token"))
    }

    @Test func `hole trials: beyond the limit the events still count for their own trial`() {
        let struck = { @Sendable (call: Int) in
            Step.all(.begin(call), .strike(.tamperedToken, exchange: call), .message(call, 403, id: call))
        }
        let story = Story(
            .signedIn(), .each(1...TrialLedger.capacity - 1, struck), .strike(.rotatedKeys), .each(101...102, struck),
            .renewed())
        #expect(story.ledger.trials.count == TrialLedger.capacity)
        #expect(story.ledger.latest(of: .rotatedKeys)?.verdict == .held("the new ID token is verified"))
    }

    @Test func `a trial of a busy session keeps the events of so many calls, and still sees the session's end`() {
        let busy = Step.each(1...Aftermath.mostCalls + 500) { .all(.begin($0), .end($0)) }
        var story = Story(.signedIn(), .strike(.shortLifetimes), busy, .beginRefresh(), .renewed())
        #expect(story.verdict == .held("1000 calls or more with 1 refresh"))
        story = Story(.signedIn(), .strike(.rotatedKeys), busy, .lost())
        #expect(story.verdict == .notHeld("the session ended because \(Story.invalid)"))
    }
}
