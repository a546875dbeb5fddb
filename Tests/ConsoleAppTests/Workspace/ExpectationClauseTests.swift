import FoundationEssentials
import Scenarios
import SessionCore
import Testing

@testable import ConsoleApp

/// For each clause of what a scenario expects a story that breaks this clause alone.
@Suite(.timeLimit(.minutes(5))) struct ExpectationClauseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let expectation: Expectation
        let sessions: Range<Int>
        /// `nil` where it holds.
        let failure: String?
        let story: @Sendable (inout Stand) -> Void

        init(
            _ name: String, _ expectation: Expectation, of sessions: Range<Int> = 0..<1, _ failure: String?,
            _ story: @escaping @Sendable (inout Stand) -> Void = { _ in }
        ) {
            (self.name, self.expectation, self.sessions, self.failure, self.story) = (
                name, expectation, sessions, failure, story
            )
        }

        var testDescription: String { "\(expectation): \(name)" }
    }

    @Test(arguments: calls + reasons + counts + tokens + facts + second)
    func `hole scenario expectations: one clause broken fails, and none holds`(example: Case) throws {
        var stand = try Stand()
        example.story(&stand)
        #expect(stand.workspace.failure(of: example.expectation, example.sessions) == example.failure)
    }

    @Test(arguments: [Condition.expired, .state(.expired), .timeLeft(.seconds(5)), .refreshDue])
    func `hole scenario expectations: what is waited for in both sessions must come in both`(
        condition: Condition
    ) throws {
        for (sessions, holds) in [([0], false), ([1], false), ([0, 1], true)] {
            var stand = try Stand()
            for session in sessions {
                stand.change(session) { status in
                    status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-1), .expiresIn)
                    status.refreshDueAt = Samples.now.addingTimeInterval(-5)
                }
            }
            #expect(stand.workspace.holds(condition, 0..<2) == holds, "\(condition) \(sessions)")
        }
    }

    static let broken = SessionError.transport(.brokenOff("off"), during: .request)
    static let refused = SessionEnd.refreshRejected(.named(Samples.rejection))

    static let calls = [
        Case("no call", .status(200), "no call was sent"),
        Case("all", .status(200), nil) { stand in for _ in 0..<3 { stand.answer(200) } },
        Case("an earlier one", .status(200), "2 of 3 calls: answered 401") { stand in
            for status in [401, 401, 200] { stand.answer(status) }
        },
        Case("the last one", .status(200), "1 of 2 calls: answered 500") { stand in
            for status in [200, 500] { stand.answer(status) }
        },
        Case("no answer", .status(200), "no answer: \(broken)") { $0.fail(broken) },
        Case("one answer", .noAnswer(nil), "answered 200") { stand in
            stand.fail(broken)
            stand.answer(200)
        },
        Case("none", .noAnswer("broken off"), nil) { $0.fail(broken) },
        Case("another reason", .noAnswer("timed out"), "the reason was: \(broken)") { $0.fail(broken) },
        Case("another value", .challenge(name: "error", value: "insufficient_scope"), "error is invalid_token") {
            $0.answer(401, ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
        },
        Case("the value", .challenge(name: "error", value: "invalid_token"), nil) {
            $0.answer(401, ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
        },
        Case("another parameter", .challenge(name: "scope", value: "a"), "the challenge has no scope") {
            $0.answer(401, ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
        },
        Case(
            "an earlier answer", .challenge(name: "error", value: "invalid_token"), "the challenge has no error"
        ) { stand in
            stand.answer(401, ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
            stand.answer(401)
        },
        Case("another text", .body(contains: "tea"), "the body of 6 B does not contain 'tea'") {
            $0.answer(200, [:], "coffee")
        },
        Case("the text", .body(contains: "off"), nil) { $0.answer(200, [:], "coffee") },
        Case("no body", .body(contains: "tea"), "the body is empty, and does not contain 'tea'") { $0.answer(200) },
        Case("an earlier body", .body(contains: "coffee"), "the body is empty, and does not contain 'coffee'") {
            stand in
            stand.answer(200, [:], "coffee")
            stand.answer(200)
        },
        Case("another value", .header(name: "Server", value: "x"), "Server is y") { $0.answer(200, ["Server": "y"]) },
        Case("the value", .header(name: "server", value: "y"), nil) { $0.answer(200, ["Server": "y"]) },
        Case("no field", .header(name: "Server", value: "x"), "the answer has no field Server") { $0.answer(200) },
    ]

    static let reasons = [
        Case("none", .forcedLogout(because: nil), "the session was not forced out"),
        Case("the reason", .forcedLogout(because: "invalid_grant"), nil) { $0.happen(.forcedOut(refused)) },
        Case("another reason", .forcedLogout(because: "userinfo"), "because") { $0.happen(.forcedOut(refused)) },
        Case("a sign-out", .forcedLogout(because: nil), "the session was not forced out") {
            $0.happen(.signedOut(.signedOut))
        },
        Case("it succeeded", .signInFailed(because: nil), "the sign-in did not fail") {
            $0.note(.signIn(.signInEnded(.success(()))))
        },
        Case("the reason", .signInFailed(because: "cancelled"), nil) {
            $0.note(.signIn(.signInEnded(.failure(.cancelled))))
        },
        Case("another reason", .signInFailed(because: "denied"), "the reason was: \(SessionError.cancelled)") {
            $0.note(.signIn(.signInEnded(.failure(.cancelled))))
        },
        Case("it succeeded", .refreshFailed(because: nil), "no refresh failed") { $0.renew() },
        Case("the reason", .refreshFailed(because: "500"), nil) { $0.failRefresh() },
        Case("another reason", .refreshFailed(because: "timed out"), "500") { $0.failRefresh() },
        Case("a refusal", .refreshFailed(because: "invalid_grant"), nil) {
            $0.happen(.refreshRejected(.named(Samples.rejection), refresh: Samples.refresh))
        },
    ].map { example in
        // The event's own words come before the reason.
        guard let failure = example.failure, ["because", "500"].contains(failure) else { return example }
        let kind: SessionEvent.Kind = failure == "500" ? Stand.failure : .forcedOut(refused)
        return Case(
            example.name, example.expectation, "the reason was: \(Samples.event(1, kind))", example.story)
    }

    static let counts = [
        Case("too many", .count(1, .refreshes), "counted 2 refreshes, not 1") { stand in
            for _ in 0..<2 { stand.renew() }
        },
        Case("too few", .count(1, .calls), "counted 0 calls, not 1"),
        Case("as many", .count(2, .calls), nil) { stand in for _ in 0..<2 { stand.answer(200) } },
        Case("a token request that was answered 401", .count(1, .tokenRequests), nil) { $0.exchange(.token, 401) },
        Case("a call is none", .count(1, .tokenRequests), "counted 0 token requests, not 1") {
            $0.exchange(.request, 200)
        },
        Case("a call's 401", .count(1, .rejections), nil) { $0.exchange(.request, 401) },
        Case("a token request's 401 is none", .count(1, .rejections), "counted 0 401s, not 1") {
            $0.exchange(.token, 401)
        },
        Case("a sign-out and a forced one", .count(2, .logouts), nil) { stand in
            stand.happen(.signedOut(.signedOut))
            stand.happen(.forcedOut(refused))
        },
        Case("one", .count(1, .signIns), nil) { $0.happen(.signedIn(flow: "password", Samples.tokens)) },
        Case("none", .count(1, .adoptions), "counted 0 adoptions, not 1") { $0.renew() },
        Case("one", .count(1, .adoptions), nil) { $0.happen(.adoptedFromStore(Samples.tokens)) },
        Case("one that is armed only", .count(1, .strikes), "counted 0 strikes, not 1") { $0.inject(.armed) },
        Case("one", .count(1, .strikes), nil) { $0.inject(.struck) },
        Case("another", .event("refreshed"), "it did not happen") { $0.happen(.verified) },
        Case("the event", .event("refreshed"), nil) { $0.renew() },
    ]

    static let tokens = [
        Case("the same", .token(.access, isNew: true), "the access token is the same: \(Samples.access)"),
        Case("the same", .token(.refresh, isNew: false), nil),
        Case("another", .token(.access, isNew: false), "the access token is another: \(another)") {
            $0.change(0) { $0.accessToken?.fingerprint = another }
        },
        Case("another", .token(.identity, isNew: true), nil) { $0.change(0) { $0.idToken?.fingerprint = another } },
        Case("none", .token(.access, isNew: true), "the session holds no access token") {
            $0.change(0) { $0.accessToken = nil }
        },
        Case("none", .token(.access, isNew: false), "the session holds no access token") {
            $0.change(0) { $0.accessToken = nil }
        },
        Case("none", .token(.refresh, isNew: true), "the session holds no refresh token") {
            $0.change(0) { $0.refreshToken = nil }
        },
    ]

    static let another = Secret("access-9").fingerprint
    static let granted = "openid profile email offline_access orders"

    static let facts = [
        Case("both", .scope(["openid", "email"], isGranted: true), nil),
        Case("the first", .scope(["admin", "email"], isGranted: true), "the scope is \(granted)"),
        Case("the second", .scope(["email", "admin"], isGranted: true), "the scope is \(granted)"),
        Case("neither", .scope(["admin", "root"], isGranted: false), nil),
        Case("the second", .scope(["admin", "email"], isGranted: false), "the scope is \(granted)"),
        Case("unknown", .scope(["openid"], isGranted: true), "the scope is not known") {
            $0.change(0) { $0.scope = nil }
        },
        Case("as asked for", .scope(["openid"], isGranted: true), nil) {
            $0.change(0) { ($0.scope, $0.requestedScope) = (nil, ["openid"]) }
        },
        Case("another state", .state(.expired), "the state is authenticated"),
        Case("the state", .state(.authenticated), nil),
        Case("another value", .user(claim: "name", value: "Bob"), "name is Alice Example"),
        Case("the value", .user(claim: "name", value: "Alice Example"), nil),
        Case("no such claim", .user(claim: "phone", value: "1"), "the user info has no phone"),
        Case("none", .user(claim: "name", value: "x"), "no user info has come: 'user info' asks for it") {
            $0.change(0) { $0.userInfo = nil }
        },
        Case("2 s apart", .clockSkew(.seconds(2)), nil),
        Case(
            "more than that", .clockSkew(.seconds(3)),
            "by its last token answer, the provider's clock differs by \(DurationText.skew(.milliseconds(200)))"),
        Case("unknown", .clockSkew(.zero), "the provider's clock was not seen") { $0.change(0) { $0.clockSkew = nil } },
        Case("not armed", .fault("network off", isArmed: true), "the fault is not armed"),
        Case("not armed", .fault("network off", isArmed: false), nil),
        Case("armed", .fault("network off", isArmed: false), "the fault is armed") { $0.arm(.networkOff, 0) },
        Case("another one", .fault("wrong state", isArmed: true), "the fault is not armed") { $0.arm(.networkOff, 0) },
    ]

    /// What only the second of two sessions breaks.
    static let second = [
        Case("state", .state(.authenticated), of: 0..<2, "in session 2 the state is expired") {
            $0.change(1) { $0.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-1), .expiresIn) }
        },
        Case("scope", .scope(["email"], isGranted: true), of: 0..<2, "in session 2 the scope is openid") {
            $0.change(1) { $0.scope = ["openid"] }
        },
        Case("token", .token(.access, isNew: false), of: 0..<2, "in session 2 the access token is another: \(another)")
        {
            $0.change(1) { $0.accessToken?.fingerprint = another }
        },
        Case("user", .user(claim: "name", value: "Alice Example"), of: 0..<2, "in session 2 name is Bob") {
            $0.change(1) { $0.userInfo = UserInfo(subject: "b", claims: [.init(name: "name", value: "Bob")]) }
        },
        Case("clock", .clockSkew(.zero), of: 0..<2, "in session 2 the provider's clock was not seen") {
            $0.change(1) { $0.clockSkew = nil }
        },
        Case("fault", .fault("network off", isArmed: true), of: 0..<2, "in session 2 the fault is not armed") {
            $0.arm(.networkOff, 0)
        },
        Case("calls", .status(200), of: 0..<2, "1 of 2 calls: answered 401") { stand in
            stand.answer(200)
            stand.answer(401, of: 1)
        },
        Case("another's calls", .status(200), of: 0..<1, nil) { stand in
            stand.answer(200)
            stand.answer(401, of: 1)
        },
        Case("all hold", .state(.authenticated), of: 0..<2, nil),
    ]
}

/// Two sessions, and what happened to them since the last expectations.
struct Stand {
    private(set) var workspace: Workspace

    static let failure = SessionEvent.Kind.refreshFailed(
        .server(status: 500, during: .token, retryAfter: nil), retryAfter: .seconds(1))

    init() throws {
        workspace = try Desk("GET /orders").workspace
        workspace.models.append(Console.signedIn().model)
        workspace.playback?.window = PlaybackWindow(workspace.models)
    }

    mutating func note(_ message: Message, of session: Int = 0) {
        workspace.playback?.window.note(message, of: session)
    }

    mutating func happen(_ kind: SessionEvent.Kind) { note(.session(.eventHappened(Samples.event(1, kind)))) }
    mutating func renew() { happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil)) }
    mutating func failRefresh() { happen(Self.failure) }

    mutating func answer(_ status: Int, _ headers: HTTPHeaders = [:], _ body: String = "", of session: Int = 0) {
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: URL(filePath: "/"))
        let answer = AuthorizedResponse(response: response, facts: Samples.facts(1, status: status), verdict: .none)
        note(.call(.responseArrived(CallID(1), .success(answer))), of: session)
    }

    mutating func fail(_ error: SessionError) { note(.call(.responseArrived(CallID(1), .failure(error)))) }

    mutating func exchange(_ purpose: SessionError.Purpose, _ status: Int) {
        happen(.exchange(Samples.exchange(1, purpose, url: "http://127.0.0.1:1/x", status: status, body: nil)))
    }

    mutating func inject(_ step: InjectedFault.Step) {
        happen(.injected(InjectedFault(name: Fault.networkOff.name, step: step, text: "")))
    }

    mutating func change(_ session: Int, _ change: (inout SessionStatus) -> Void) {
        change(&workspace.models[session].scene.status)
    }

    mutating func arm(_ fault: Fault, _ session: Int) {
        workspace.models[session].scene.armedFaults = [fault: .times(1)]
    }
}
