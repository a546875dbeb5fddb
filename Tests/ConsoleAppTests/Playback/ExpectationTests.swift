import FoundationEssentials
import Scenarios
import SessionCore
import Testing

@testable import ConsoleApp

/// Each clause of what a scenario expects, and a story that breaks only this one.
@Suite(.timeLimit(.minutes(5)))
struct ExpectationTests {
    typealias Story = JudgedStory<Scenarios.Expectation>

    private func check(_ story: Story) throws {
        var judged = try Judged(sessions: story.sessions)
        story.fill(&judged)
        let found = judged.failure(of: story.claim, story.judged)
        #expect(found == story.failure)
    }

    @Test(arguments: Self.states) func `a state is expected of each session`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.statuses) func `a status is expected of every call`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.noAnswers) func `no answer is expected of every call`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.ends) func `a forced logout is none that the user wanted`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.failures) func `a failure is that of its own kind, for its own reason`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.challenges) func `a challenge is that of the last answer`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.contents) func `body and fields are those of the last answer`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.scopes) func `every value of a scope counts`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.tokens) func `a token is new or the same only where there is one`(story: Story) throws {
        try check(story)
    }
    @Test(arguments: Self.facts) func `claims, clocks, events and faults are expected of each session`(
        story: Story
    ) throws {
        try check(story)
    }
}

// MARK: - States, calls and ends

extension ExpectationTests {
    static let states: [Story] = [
        .holds(.state(.authenticated), "signed in"),
        .fails(.state(.authenticated), "expired", "the state is expired") { $0.leave(-1) },
        .fails(.state(.authenticated), "signed out", "the state is signed out") { $0.signOut() },
        .holds(.state(.expired), "expired, as expected") { $0.leave(-1) },
        .fails(.state(.expired), "not expired", "the state is authenticated"),
        .fails(.state(.expired), "signed out, not expired", "the state is signed out") { $0.signOut() },
        .holds(.state(.signedOut), "signed out, as expected") { $0.signOut() },
        .fails(.state(.signedOut), "still signed in", "the state is authenticated"),
        .fails(.state(.authenticated), "the second one", "in session 2 the state is signed out", sessions: 2) {
            $0.signOut(1)
        },
        .fails(.state(.authenticated), "the first one", "in session 1 the state is signed out", sessions: 2) {
            $0.signOut(0)
        },
        .holds(.state(.authenticated), "one that is not judged", sessions: 2, judged: 0..<1) { $0.signOut(1) },
    ]

    static let statuses: [Story] = [
        .fails(.status(200), "no call", "no call was sent"),
        .holds(.status(200), "one call") { $0.answer(200) },
        .fails(.status(200), "another status", "answered 401") { $0.answer(401) },
        .fails(.status(200), "the call before the last", "1 of 3 calls: answered 401") {
            for status in [200, 401, 200] { $0.answer(status) }
        },
        .fails(.status(200), "the last call", "1 of 2 calls: answered 401") {
            for status in [200, 401] { $0.answer(status) }
        },
        .fails(.status(200), "a call without an answer", "1 of 2 calls: no answer: the connection was broken off: off")
        {
            $0.fail()
            $0.answer(200)
        },
        .fails(.status(200), "the second session's call", "1 of 2 calls: answered 401", sessions: 2) {
            $0.answer(401, in: 1)
            $0.answer(200)
        },
        .holds(.status(200), "another session's call", sessions: 2, judged: 0..<1) {
            $0.answer(401, in: 1)
            $0.answer(200)
        },
        .fails(.status(200), "another session's call alone", "no call was sent", sessions: 2, judged: 0..<1) {
            $0.answer(200, in: 1)
        },
    ]

    static let noAnswers: [Story] = [
        .fails(.noAnswer(nil), "no call", "no call was sent"),
        .holds(.noAnswer(nil), "none") { $0.fail() },
        .fails(.noAnswer(nil), "an answer", "answered 500") { $0.answer(500) },
        .fails(.noAnswer(nil), "an answer before", "answered 200") {
            $0.answer(200)
            $0.fail()
        },
        .holds(.noAnswer("cable"), "its reason") { $0.fail("the cable is cut") },
        .fails(.noAnswer("cable"), "another reason", "the reason was: the connection was broken off: the switch is off")
        {
            $0.fail("the switch is off")
        },
        .fails(.noAnswer(nil), "the second session's answer", "answered 200", sessions: 2) {
            $0.fail()
            $0.answer(200, in: 1)
        },
    ]

    static let rejected = SessionEnd.refreshRejected(.named(Samples.rejection))

    private static func elsewhere(_ end: SessionEnd) -> SessionEvent.Kind {
        .endedElsewhere(EndedSession(end: end, time: Samples.now, generation: 2, process: 7))
    }

    static let ends: [Story] = [
        .fails(.forcedLogout(because: nil), "no end", "the session was not forced out"),
        .fails(.forcedLogout(because: nil), "a sign-out", "the session was not forced out") {
            $0.happen(.signedOut(.signedOut))
        },
        .holds(.forcedLogout(because: nil), "an end here") { $0.happen(.forcedOut(rejected)) },
        .holds(.forcedLogout(because: nil), "an end elsewhere") { $0.happen(elsewhere(rejected)) },
        .fails(.forcedLogout(because: nil), "a sign-out elsewhere", "the session was not forced out") {
            $0.happen(elsewhere(.signedOut))
        },
        .holds(.forcedLogout(because: "invalid_grant"), "its reason") { $0.happen(.forcedOut(rejected)) },
        .fails(
            .forcedLogout(because: "invalid_grant"), "another reason",
            "the reason was: FORCED OUT: the access token expired and there is no refresh token"
        ) { $0.happen(.forcedOut(.expiredWithoutRefreshToken)) },
        .fails(
            .forcedLogout(because: nil), "another session's end", "the session was not forced out", sessions: 2,
            judged: 0..<1
        ) { $0.happen(.forcedOut(rejected), in: 1) },
    ]

    private static let broken = SessionError.server(status: 500, during: .token, retryAfter: nil)

    static let failures: [Story] = [
        .fails(.signInFailed(because: nil), "no sign-in", "the sign-in did not fail"),
        .fails(.signInFailed(because: nil), "a sign-in", "the sign-in did not fail") {
            $0.apply(.signIn(.signInEnded(.success(()))), of: 0)
        },
        .holds(.signInFailed(because: nil), "a sign-in that failed") {
            $0.apply(.signIn(.signInEnded(.failure(.signInTimedOut))), of: 0)
        },
        .holds(.signInFailed(because: "session revoked"), "its reason") {
            $0.apply(.signIn(.signInEnded(.failure(.signInDenied(Samples.rejection)))), of: 0)
        },
        .fails(
            .signInFailed(because: "access_denied"), "another reason",
            "the reason was: \(SessionError.signInDenied(Samples.rejection))"
        ) { $0.apply(.signIn(.signInEnded(.failure(.signInDenied(Samples.rejection)))), of: 0) },
        .fails(.refreshFailed(because: nil), "no refresh", "no refresh failed"),
        .fails(.refreshFailed(because: nil), "a refresh", "no refresh failed") {
            $0.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil))
            $0.apply(.session(.refreshEnded(.success(()))), of: 0)
        },
        .holds(.refreshFailed(because: nil), "one that failed") {
            $0.happen(.refreshFailed(broken, retryAfter: .seconds(1)))
        },
        .holds(.refreshFailed(because: nil), "one that was rejected") {
            $0.happen(.refreshRejected(.named(Samples.rejection), refresh: Samples.refresh))
        },
        .holds(.refreshFailed(because: nil), "one that was refused without a word") {
            let suspicion = SessionSuspicion(refusal: .unexplained(status: 400), count: 1, lastAt: Samples.now)
            $0.happen(.suspected(suspicion, refresh: Samples.refresh))
        },
        .holds(.refreshFailed(because: nil), "one that the step asked for") {
            $0.apply(.session(.refreshEnded(.failure(.noSession))), of: 0)
        },
        .holds(.refreshFailed(because: "500"), "its reason") {
            $0.apply(.session(.refreshEnded(.failure(broken))), of: 0)
        },
        .fails(.refreshFailed(because: "429"), "another reason", "the reason was: \(broken)") {
            $0.apply(.session(.refreshEnded(.failure(broken))), of: 0)
        },
    ]
}

// MARK: - Answers

extension ExpectationTests {
    private static let narrow = "Bearer error=\"insufficient_scope\", scope=\"admin\""
    private static let claim = Scenarios.Expectation.challenge(name: "error", value: "insufficient_scope")

    static let challenges: [Story] = [
        .fails(claim, "no call", "no answer came"),
        .fails(claim, "no answer", "no answer came") { $0.fail() },
        .holds(claim, "the parameter") { $0.answer(403, challenge: narrow) },
        .fails(claim, "no challenge", "the challenge has no error") { $0.answer(403) },
        .fails(claim, "no such parameter", "the challenge has no error") {
            $0.answer(401, challenge: "Bearer realm=\"insufficient_scope\"")
        },
        .fails(claim, "another value", "error is invalid_token") {
            $0.answer(401, challenge: "Bearer error=\"invalid_token\"")
        },
        .fails(claim, "a part of the value", "error is insufficient") {
            $0.answer(401, challenge: "Bearer error=\"insufficient\"")
        },
        .fails(claim, "an earlier answer", "the challenge has no error") {
            $0.answer(403, challenge: narrow)
            $0.answer(200)
        },
        .holds(claim, "the last answer") {
            $0.answer(200)
            $0.answer(403, challenge: narrow)
        },
        .holds(claim, "the second challenge") { $0.answer(403, challenge: "Basic realm=\"x\", \(narrow)") },
        .holds(.challenge(name: "Error", value: "insufficient_scope"), "a name in capitals") {
            $0.answer(403, challenge: narrow)
        },
    ]

    private static let text = Scenarios.Expectation.body(contains: "tea")
    private static let kind = Scenarios.Expectation.header(name: "Content-Type", value: "text/plain")

    static let contents: [Story] = [
        .fails(text, "no call", "no answer came"),
        .fails(text, "no last answer", "no answer came") {
            $0.answer(200, body: "tea")
            $0.fail()
        },
        .holds(text, "the text") { $0.answer(200, body: "a cup of tea") },
        .fails(text, "no body", "the body is empty, and does not contain 'tea'") { $0.answer(200) },
        .fails(text, "another text", "the body of 6 B does not contain 'tea'") { $0.answer(200, body: "coffee") },
        .fails(text, "an earlier answer", "the body of 6 B does not contain 'tea'") {
            $0.answer(200, body: "tea")
            $0.answer(200, body: "coffee")
        },
        .fails(kind, "no call", "no answer came"),
        .holds(kind, "the field") { $0.answer(200, fields: [("content-type", "text/plain")]) },
        .fails(kind, "no field", "the answer has no field Content-Type") { $0.answer(200) },
        .fails(kind, "another value", "Content-Type is text/html") {
            $0.answer(200, fields: [("Content-Type", "text/html")])
        },
        .holds(kind, "one of several fields") {
            $0.answer(200, fields: [("Content-Type", "text/html"), ("Content-Type", "text/plain")])
        },
        .fails(kind, "an earlier answer", "the answer has no field Content-Type") {
            $0.answer(200, fields: [("Content-Type", "text/plain")])
            $0.answer(200)
        },
    ]
}
