import FoundationEssentials
import Scenarios
import SessionCore
import Testing

@testable import ConsoleApp

/// Each clause of what a scenario waits for, and a story that breaks only this one.
@Suite(.timeLimit(.minutes(5)))
struct WaitConditionTests {
    typealias Story = JudgedStory<Condition>

    @Test(arguments: Self.states + Self.times + Self.events)
    func `a wait is over when its condition holds for each session, and not before`(story: Story) throws {
        var judged = try Judged(sessions: story.sessions)
        story.fill(&judged)
        #expect(judged.holds(story.claim, story.judged) == (story.failure == nil))
        if let failure = story.failure { #expect(judged.missing(story.claim, story.judged) == failure) }
    }

    static let states: [Story] = [
        .holds(.state(.authenticated), "signed in"),
        .fails(.state(.authenticated), "signed out", "the state is not authenticated") { $0.signOut() },
        .fails(.state(.authenticated), "the second one", "the state is not authenticated", sessions: 2) {
            $0.signOut(1)
        },
        .fails(.state(.signedOut), "the second one alone", "the state is not signed out", sessions: 2) {
            $0.signOut(1)
        },
        .fails(.state(.signedOut), "the first one alone", "the state is not signed out", sessions: 2) {
            $0.signOut(0)
        },
        .holds(.state(.signedOut), "both", sessions: 2) { for session in 0...1 { $0.signOut(session) } },
        .holds(.state(.signedOut), "one that is not judged", sessions: 2, judged: 0..<1) { $0.signOut(0) },
        .holds(.expired, "expired") { $0.leave(-1) },
        .fails(.expired, "not expired", "the access token has not expired"),
        .fails(.expired, "signed out", "the access token has not expired") { $0.signOut() },
        .fails(.expired, "the first session alone", "the access token has not expired", sessions: 2) { $0.leave(-1) },
        .fails(.expired, "the second session alone", "the access token has not expired", sessions: 2) {
            $0.leave(-1, in: 1)
        },
        .holds(.expired, "both sessions", sessions: 2) { for session in 0...1 { $0.leave(-1, in: session) } },
    ]

    private static let tooLong = "the access token lives longer than 10 s"
    private static let notDue = "no refresh is due"

    private static func due(_ seconds: TimeInterval, _ session: Int = 0) -> @Sendable (inout Judged) -> Void {
        { judged in
            let date = judged.workspace.models[session].scene.now.addingTimeInterval(seconds)
            judged.change(session) { $0.refreshDueAt = date }
        }
    }

    static let times: [Story] = [
        .holds(.timeLeft(.seconds(10)), "just so long") { $0.leave(10) },
        .holds(.timeLeft(.seconds(10)), "no longer at all") { $0.leave(-5) },
        .fails(.timeLeft(.seconds(10)), "a second longer", tooLong) { $0.leave(11) },
        .fails(.timeLeft(.seconds(10)), "no token", tooLong) { $0.signOut() },
        .fails(.timeLeft(.seconds(10)), "the first session's alone", tooLong, sessions: 2) {
            $0.leave(5)
            $0.leave(11, in: 1)
        },
        .fails(.timeLeft(.seconds(10)), "the second session's alone", tooLong, sessions: 2) {
            $0.leave(11)
            $0.leave(5, in: 1)
        },
        .holds(.refreshDue, "due", due(0)),
        .fails(.refreshDue, "due in a second", notDue, due(1)),
        .fails(.refreshDue, "never due", notDue) { $0.change { $0.refreshDueAt = nil } },
        .holds(.refreshDue, "begun already") {
            $0.happen(.refreshStarted(.expiringSoon, access: Samples.access, refresh: Samples.refresh))
        },
        .fails(.refreshDue, "the first session's alone", notDue, sessions: 2, due(0)),
        .fails(.refreshDue, "the second session's alone", notDue, sessions: 2, due(0, 1)),
        .fails(
            .refreshDue, "left to calls",
            "no refresh is due (it is left to the next call, because \(RefreshDeferral.arrivedExpired))"
        ) { $0.change { ($0.refreshDueAt, $0.refreshDeferral) = (nil, .arrivedExpired) } },
    ]

    private static let end = SessionEnd.refreshRejected(.named(Samples.rejection))

    static let events: [Story] = [
        .holds(.refreshed, "a refresh") {
            $0.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil))
        },
        .fails(.refreshed, "one that began", "no refresh succeeded") {
            $0.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh))
        },
        .fails(.refreshed, "another process's tokens", "no refresh succeeded") {
            $0.happen(.adoptedFromStore(Samples.tokens))
        },
        .fails(.refreshed, "another session's", "no refresh succeeded", sessions: 2, judged: 0..<1) {
            $0.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil), in: 1)
        },
        .holds(.forcedLogout, "an end") { $0.happen(.forcedOut(end)) },
        .holds(.forcedLogout, "an end elsewhere") {
            $0.happen(
                .endedElsewhere(EndedSession(end: end, time: Samples.now, generation: 2, process: 7)))
        },
        .fails(.forcedLogout, "a sign-out", "the session was not forced out") { $0.happen(.signedOut(.signedOut)) },
        .fails(.forcedLogout, "another session's end", "the session was not forced out", sessions: 2, judged: 0..<1) {
            $0.happen(.forcedOut(end), in: 1)
        },
        .holds(.event("forced_out"), "the event") { $0.happen(.forcedOut(end)) },
        .fails(.event("forced_out"), "another event", "no event forced_out") { $0.happen(.signedOut(.signedOut)) },
        .fails(.event("forced_out"), "another session's", "no event forced_out", sessions: 2, judged: 0..<1) {
            $0.happen(.forcedOut(end), in: 1)
        },
    ]
}
