import Testing

@testable import SessionCore

/// What a 401 leads to, by policy, attempt, challenge, age of the token and userinfo's opinion.
@Suite(.timeLimit(.minutes(5)))
struct JudgementTests {
    /// The token that was judged, and how it stands when the 401 comes.
    enum Token: Sendable, CaseIterable {
        /// It came by a refresh since the request began.
        case fresh
        /// It was there when the request began.
        case older
        /// Another one has replaced it.
        case replaced
        /// Userinfo has accepted it.
        case vouched
        /// It was rejected before.
        case rejected
    }

    private static let bare: AuthenticationChallenge? = nil
    private static let invalid = AuthenticationChallenge(scheme: "Bearer", parameters: ["error": "invalid_token"])
    private static let end = SessionMachine.Judgement.end(.forcedOut(request: "GET /orders"))

    private func judge(
        _ token: Token, attempt: Int, _ challenge: AuthenticationChallenge? = bare, opinion: UserInfoOpinion? = nil,
        policy: UnauthorizedPolicy = .refreshThenForceLogout, refresh: String? = "R1", flow: String = "given"
    ) throws -> SessionMachine.Judgement {
        var machine = SessionMachine(margin: .seconds(30), policy: policy)
        machine.noteAbsence(.noStoredSession)
        _ = machine.begin(
            SessionMachine.Active(
                id: "one", start: .signedIn(flow: flow), flow: flow,
                credentials: .sample(.sample(refresh: refresh)), revision: 0, wasStored: false))
        let bearer = try #require(machine.bearer)
        let began: Duration
        switch token {
        case .fresh, .vouched: began = signedInAt
        case .older, .replaced, .rejected: began = signedInAt + .seconds(1)
        }
        if token == .vouched { machine.vouch(for: bearer.token) }
        if token == .rejected { machine.reject(bearer.token, at: began) }
        if token == .replaced {
            machine.install(.sample(.sample(access: "A2")), subject: nil, refresh: nil)
        }
        return machine.judge(
            Rejection(
                bearer: bearer, attempt: attempt, requestBegan: began, challenge: challenge,
                requestName: "GET /orders"), opinion: opinion)
    }

    @Test(arguments: [Token.fresh, .older, .rejected])
    func `invariant 14: the first 401 is worth a refresh, where there is a refresh token`(token: Token) throws {
        #expect(try judge(token, attempt: 1) == .refresh)
        #expect(try judge(token, attempt: 1, Self.invalid) == .refresh)
        #expect(try judge(token, attempt: 1, refresh: nil) == Self.end)
    }

    @Test func `invariant 43: a fresh token that is called invalid ends the session, and no other does at once`() throws
    {
        #expect(try judge(.fresh, attempt: 2, Self.invalid) == Self.end)
        #expect(try judge(.fresh, attempt: 2) == .askUserInfo)
        let other = AuthenticationChallenge(scheme: "Bearer", parameters: ["error": "invalid_request"])
        #expect(try judge(.fresh, attempt: 2, other) == .askUserInfo)
    }

    @Test(arguments: [
        (UserInfoOpinion.accepted, SessionMachine.Judgement.surface(.rejectedByAPI(nil))),
        (.rejected, end), (.notOffered, end), (.none, .surface(.rejected(nil))),
    ])
    func `invariant 43: userinfo's opinion of the fresh token decides`(
        opinion: UserInfoOpinion, expected: SessionMachine.Judgement
    ) throws {
        #expect(try judge(.fresh, attempt: 2, opinion: opinion) == expected)
    }

    @Test func `invariant 43: a session without a user has nobody to ask about`() throws {
        #expect(try judge(.fresh, attempt: 2, flow: "client-credentials") == Self.end)
    }

    @Test(arguments: [1, 2])
    func `invariant 43: a bare 401 to a token that userinfo accepted is about the resource`(attempt: Int) throws {
        #expect(try judge(.vouched, attempt: attempt) == .surface(.rejectedByAPI(nil)))
        #expect(try judge(.vouched, attempt: 1, Self.invalid) == .refresh)
        #expect(try judge(.vouched, attempt: 2, Self.invalid) == Self.end)
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
                    bearer: bearer, attempt: attempt, requestBegan: signedInAt, challenge: nil, requestName: "GET /"))
            #expect(judgement == .gone(verdict))
        }
    }
}
