import Testing

@testable import SessionCore

/// What a 401 leads to: by the session, the challenge, the token, the policy and the attempt.
@Suite(.timeLimit(.minutes(5)))
struct JudgeTests {
    /// The present token came 10 s after the sign-in; the requests of most tests began 5 s later.
    private static let arrival = signedInAt + .seconds(10)

    private func machine(
        _ policy: UnauthorizedPolicy = .refreshThenForceLogout, refresh: String? = "R1"
    ) -> SessionMachine {
        .signedIn(.sample(access: "A2", refresh: refresh, after: .seconds(10)), policy: policy)
    }

    private func rejection(
        of token: String = "A2", generation: Int = 1, attempt: Int = 1, error: String? = "invalid_token",
        parameters: [String: String] = [:], beganAfter delay: Duration = .seconds(15)
    ) -> Rejection {
        let bearer = Bearer(
            generation: generation, credentials: .sample(.sample(access: token)), margin: .seconds(30), refresh: nil,
            scheme: .bearer)
        var parameters = parameters
        parameters["error"] = error
        return Rejection(
            bearer: bearer, attempt: attempt, requestBegan: signedInAt + delay, answeredAt: signedInAt + delay,
            challenge: AuthenticationChallenge(scheme: "Bearer", parameters: parameters), requestName: "GET /orders")
    }

    private func name(_ judgement: SessionMachine.Decision) -> String {
        switch judgement {
        case .surface(.rejected), .discard(.rejected): "surface"
        case .surface(.insufficientScope(let scope)): "scope \(scope)"
        case .surface(.stepUpRequired(let acrValues, let maxAge, _)):
            "step up \(acrValues) \(String(describing: maxAge))"
        case .refresh: "refresh"
        case .end(.forcedOut(let request), revoking: false): "end for \(request)"
        case .askUserInfo: "ask"
        case .gone(.sessionChanged): "changed"
        default: "\(judgement)"
        }
    }

    @Test(arguments: [
        (Duration.seconds(9), "ask"), (.seconds(10), "ask"), (.seconds(11), "surface"),
    ])
    func `a second 401 is held against the session only if the token came since the request began`(
        beganAfter: Duration, expected: String
    ) {
        #expect(name(machine().judge(rejection(attempt: 2, beganAfter: beganAfter))) == expected)
    }

    @Test func `a second 401 to a token that was replaced by one that is rejected too says nothing`() {
        var machine = machine()
        machine.reject(Secret("A2"), at: Self.arrival)
        #expect(name(machine.judge(rejection(of: "A1", attempt: 2, beganAfter: .seconds(5)))) == "surface")
    }

    @Test func `without a refresh token the first 401 asks userinfo, unless the policy is to report`() {
        #expect(name(machine(refresh: nil).judge(rejection())) == "ask")
        #expect(name(machine(.report, refresh: nil).judge(rejection())) == "surface")
    }

    @Test func `invariant 7: the token that replaced it is not tried if it was rejected itself`() {
        var machine = machine()
        machine.reject(Secret("A2"), at: Self.arrival)
        #expect(name(machine.judge(rejection(of: "A1"))) == "refresh")
    }

    @Test(arguments: UnauthorizedPolicy.allCases, [1, 2])
    func `invariants 16 and 17: a wider scope or another sign-in is asked for under every policy`(
        policy: UnauthorizedPolicy, attempt: Int
    ) {
        let machine = machine(policy)
        #expect(
            name(
                machine.judge(
                    rejection(attempt: attempt, error: "insufficient_scope", parameters: ["scope": "admin audit"])))
                == "scope [\"admin\", \"audit\"]")
        let stepUp = rejection(
            attempt: attempt, error: "insufficient_user_authentication",
            parameters: ["acr_values": "mfa", "max_age": "300"])
        #expect(name(machine.judge(stepUp)) == "step up [\"mfa\"] Optional(300.0 seconds)")
    }

    @Test(arguments: UnauthorizedPolicy.allCases, ["invalid_token", "insufficient_scope"])
    func `invariant 9: a 401 to an earlier session's token is about a session that is gone`(
        policy: UnauthorizedPolicy, error: String
    ) {
        var machine = machine(policy)
        _ = machine.begin(.sample("two", .sample(access: "B1")))
        #expect(name(machine.judge(rejection(generation: 1, error: error))) == "changed")
        #expect(name(machine.judge(rejection(generation: 1, attempt: 2, error: error))) == "changed")
        _ = machine.end(.userInfoRejected)
        #expect(name(machine.judge(rejection(generation: 1, error: error))) == "changed")
    }
}
