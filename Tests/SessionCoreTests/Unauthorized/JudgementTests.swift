import Testing

@testable import SessionCore

/// What a 401 leads to, by policy, attempt, challenge, age of the token and userinfo's opinion.
@Suite(.timeLimit(.minutes(5)))
struct JudgementTests {
    /// The token that was judged, and how it stands when the 401 comes.
    enum Token: Sendable, CaseIterable {
        /// A token that came by a refresh since the request began.
        case fresh
        /// A token that was there when the request began.
        case older
        /// Another one has replaced it.
        case replaced
        /// Userinfo has accepted it lately.
        case vouched
        /// Userinfo has accepted it some time ago.
        case vouchedLongAgo
        /// A token that was rejected before.
        case rejected
    }

    private static let bare: AuthenticationChallenge? = nil
    private static let invalid = AuthenticationChallenge(scheme: "Bearer", parameters: ["error": "invalid_token"])
    /// An API's word alone ends the session and revokes nothing.
    private static let end = SessionMachine.Decision.end(.forcedOut(request: "GET /orders"), revoking: false)
    private static let revokingEnd = SessionMachine.Decision.end(.forcedOut(request: "GET /orders"), revoking: true)

    private func judge(
        _ token: Token, attempt: Int, _ challenge: AuthenticationChallenge? = bare, opinion: UserInfoOpinion? = nil,
        policy: UnauthorizedPolicy = .refreshThenForceLogout, refresh: String? = "R1", flow: String = "given",
        answeredAfter delay: Duration = .seconds(1)
    ) throws -> SessionMachine.Decision {
        var machine = SessionMachine(margin: .seconds(30), policy: policy)
        machine.adoptAbsence(.noStoredSession)
        _ = machine.begin(
            SessionMachine.Active(
                id: "one", start: .signedIn(flow: flow), flow: flow,
                credentials: .sample(.sample(refresh: refresh)), revision: 0, wasStored: false))
        let bearer = try #require(machine.bearer)
        let began: Duration
        switch token {
        case .fresh, .vouched, .vouchedLongAgo: began = signedInAt
        case .older, .replaced, .rejected: began = signedInAt + .seconds(1)
        }
        let answered = began + delay
        if token == .vouched { machine.vouch(for: bearer.token, at: answered) }
        if token == .vouchedLongAgo { machine.vouch(for: bearer.token, at: answered - .seconds(60)) }
        if token == .rejected { machine.reject(bearer.token, at: began) }
        if token == .replaced {
            machine.install(.sample(.sample(access: "A2")), subject: nil, refresh: nil)
        }
        return machine.judge(
            Rejection(
                bearer: bearer, attempt: attempt, requestBegan: began, answeredAt: answered, challenge: challenge,
                requestName: "GET /orders"), opinion: opinion)
    }

    @Test(arguments: [Token.fresh, .older, .rejected])
    func `invariant 14: the first 401 is worth a refresh, where there is a refresh token`(token: Token) throws {
        #expect(try judge(token, attempt: 1) == .refresh)
        #expect(try judge(token, attempt: 1, Self.invalid) == .refresh)
        #expect(try judge(token, attempt: 1, refresh: nil) == .askUserInfo)
    }

    @Test(arguments: [nil, "invalid_token", "invalid_request"])
    func `end 2, invariant 43: whatever an API says of a fresh token, userinfo is asked`(error: String?) throws {
        let challenge = error.map { AuthenticationChallenge(scheme: "Bearer", parameters: ["error": $0]) }
        #expect(try judge(.fresh, attempt: 2, challenge) == .askUserInfo)
        #expect(try judge(.fresh, attempt: 1, challenge, refresh: nil) == .askUserInfo)
        #expect(try judge(.fresh, attempt: 2, challenge, opinion: .rejected) == Self.revokingEnd)
        #expect(try judge(.fresh, attempt: 2, challenge, opinion: .notOffered) == Self.end)
    }

    @Test(arguments: [
        (UserInfoOpinion.accepted, SessionMachine.Decision.surface(.rejectedByAPI(nil))),
        (.rejected, revokingEnd), (.notOffered, end), (.none, .surface(.rejected(nil))),
    ])
    func `invariant 43: userinfo's opinion of the fresh token decides`(
        opinion: UserInfoOpinion, expected: SessionMachine.Decision
    ) throws {
        #expect(try judge(.fresh, attempt: 2, opinion: opinion) == expected)
    }

    @Test func `invariant 43: without openid the refusal of a token by userinfo proves nothing`() throws {
        var credentials = Credentials.sample(.sample(refresh: "R1"))
        credentials.requestedScope = ["orders"]
        var machine = SessionMachine.signedIn()
        machine.install(credentials, subject: nil, refresh: nil)
        let rejection = Rejection(
            bearer: try #require(machine.bearer), attempt: 2, requestBegan: signedInAt, answeredAt: signedInAt,
            challenge: nil, requestName: "GET /")
        #expect(machine.judge(rejection, opinion: .accepted) == .surface(.rejectedByAPI(nil)))
        #expect(machine.judge(rejection, opinion: .rejected) == .surface(.rejected(nil)))
    }

    @Test func `invariant 43: a session without a user has nobody to ask about`() throws {
        #expect(try judge(.fresh, attempt: 2, flow: "client-credentials") == Self.end)
    }

    @Test(arguments: [1, 2])
    func `invariant 43: a bare 401 to a token that userinfo accepted is about the resource`(attempt: Int) throws {
        #expect(try judge(.vouched, attempt: attempt) == .surface(.rejectedByAPI(nil)))
        #expect(try judge(.vouched, attempt: attempt, Self.invalid) == .surface(.rejectedByAPI(Self.invalid)))
    }

    @Test(arguments: [1, 2])
    func `end 2: a token that userinfo accepted a minute ago is shown to it again before a refresh is spent`(
        attempt: Int
    ) throws {
        #expect(try judge(.vouchedLongAgo, attempt: attempt, Self.invalid) == .askUserInfo)
        #expect(
            try judge(.vouchedLongAgo, attempt: attempt, Self.invalid, opinion: .rejected)
                == (attempt == 1 ? .refresh : Self.revokingEnd))
    }

    @Test(arguments: [nil, "invalid_token"])
    func `end 3, invariant 49: a 401 to a token that ran out on its way says nothing about the next one`(
        error: String?
    ) throws {
        let challenge = error.map { AuthenticationChallenge(scheme: "Bearer", parameters: ["error": $0]) }
        let surfaced = SessionMachine.Decision.surface(.rejected(challenge))
        // The sample lives for 60 s from the sign-in on.
        for (delay, isOver) in [(59, false), (60, true), (3_600, true)] {
            let delay = Duration.seconds(delay)
            #expect(
                try judge(.fresh, attempt: 2, challenge, answeredAfter: delay) == (isOver ? surfaced : .askUserInfo))
            #expect(try judge(.fresh, attempt: 1, challenge, answeredAfter: delay) == .refresh)
            #expect(
                try judge(.fresh, attempt: 1, challenge, refresh: nil, answeredAfter: delay)
                    == (isOver ? surfaced : .askUserInfo))
            #expect(
                try judge(.fresh, attempt: 1, challenge, policy: .forceLogout, answeredAfter: delay)
                    == (isOver ? surfaced : Self.end))
            #expect(
                try judge(.vouched, attempt: 1, challenge, answeredAfter: delay)
                    == (isOver ? .refresh : .surface(.rejectedByAPI(challenge))))
        }
    }

    @Test func `a token that is no newer than the request proves nothing about the session`() throws {
        #expect(try judge(.older, attempt: 2, Self.invalid) == .discard(.rejected(Self.invalid)))
    }

    @Test(arguments: UnauthorizedPolicy.allCases)
    func `invariant 7: a 401 to a token that was replaced meanwhile says nothing about the present one`(
        policy: UnauthorizedPolicy
    ) throws {
        #expect(try judge(.replaced, attempt: 2, Self.invalid, policy: policy) == .surface(.rejected(Self.invalid)))
        guard policy != .report else { return }
        guard case .retry(let bearer) = try judge(.replaced, attempt: 1, Self.invalid, policy: policy) else {
            Issue.record("the present token is not tried")
            return
        }
        #expect(bearer.token == Secret("A2"))
    }

    @Test(arguments: [1, 2], [Self.bare, Self.invalid])
    func `the other policies ask nobody`(attempt: Int, challenge: AuthenticationChallenge?) throws {
        #expect(try judge(.fresh, attempt: attempt, challenge, policy: .forceLogout) == Self.end)
        #expect(try judge(.vouched, attempt: attempt, challenge, policy: .forceLogout) == Self.end)
        #expect(
            try judge(.fresh, attempt: attempt, challenge, policy: .report) == .surface(.rejected(challenge)))
    }

    @Test(arguments: [1, 2])
    func `invariant 23: the answer for a session that has ended says how it ended`(attempt: Int) throws {
        for (end, verdict) in [
            (SessionEnd.userInfoRejected, AuthorizedResponse.Verdict.sessionEnded(nil, .userInfoRejected)),
            (.signedOut, .sessionChanged(nil)), (.otherProcess, .sessionChanged(nil)),
        ] {
            var machine = SessionMachine.signedIn()
            let bearer = try #require(machine.bearer)
            _ = machine.end(end)
            let judgement = machine.judge(
                Rejection(
                    bearer: bearer, attempt: attempt, requestBegan: signedInAt, answeredAt: signedInAt,
                    challenge: nil, requestName: "GET /"))
            #expect(judgement == .gone(verdict))
        }
    }
}
