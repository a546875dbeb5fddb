import Testing

@testable import SessionCore

/// What a 401 of the provider's own userinfo endpoint leads to.
@Suite(.timeLimit(.minutes(5)))
struct UserInfoJudgementTests {
    /// The token that userinfo rejected.
    enum Token: Sendable {
        /// A token that came after the question was asked.
        case fresh
        /// A token that was there when the question was asked.
        case older
        /// Another one has replaced it.
        case replaced
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let token: Token
        let hasRefreshToken: Bool
        var error: String?
        let expected: SessionMachine.UserInfoJudgement
        var testDescription: String { "\(token), \(hasRefreshToken ? "renewable" : "alone"), \(error ?? "bare")" }
    }

    private static let end = SessionMachine.UserInfoJudgement.end(.userInfoRejected)

    private static func refused(_ code: String) -> SessionMachine.UserInfoJudgement {
        .surface(.refused(OAuthError(code: code, status: 401), during: .userInfo))
    }

    static let rows = [
        Row(token: .fresh, hasRefreshToken: true, expected: end),
        Row(token: .fresh, hasRefreshToken: true, error: "invalid_token", expected: end),
        Row(token: .fresh, hasRefreshToken: false, expected: end),
        Row(token: .older, hasRefreshToken: true, expected: .refresh),
        Row(token: .older, hasRefreshToken: true, error: "invalid_token", expected: .refresh),
        Row(token: .older, hasRefreshToken: false, expected: end),
        Row(token: .replaced, hasRefreshToken: true, expected: .refresh),
        Row(token: .replaced, hasRefreshToken: false, expected: .refresh),
        Row(
            token: .fresh, hasRefreshToken: true, error: "insufficient_scope", expected: refused("insufficient_scope")),
        Row(
            token: .older, hasRefreshToken: false, error: "insufficient_user_authentication",
            expected: refused("insufficient_user_authentication")),
    ]

    private func rejection(
        _ machine: SessionMachine, _ row: Row, answeredAfter delay: Duration = .seconds(1)
    ) throws -> Rejection {
        let bearer = try #require(machine.bearer)
        return Rejection(
            bearer: bearer, attempt: 1, requestBegan: row.token == .fresh ? signedInAt : signedInAt + .seconds(1),
            answeredAt: signedInAt + delay,
            challenge: row.error.map { AuthenticationChallenge(scheme: "Bearer", parameters: ["error": $0]) },
            requestName: "GET /userinfo")
    }

    @Test(arguments: UnauthorizedPolicy.allCases, rows)
    func `invariants 16, 17 and 20: a fresh token, or one that nothing renews, ends the session under any policy`(
        policy: UnauthorizedPolicy, row: Row
    ) throws {
        var machine = SessionMachine.signedIn(.sample(refresh: row.hasRefreshToken ? "R1" : nil), policy: policy)
        let rejection = try rejection(machine, row)
        if row.token == .replaced {
            let refresh = row.hasRefreshToken ? "R1" : nil
            machine.install(.sample(.sample(access: "A2", refresh: refresh)), subject: nil, refresh: nil)
        }
        #expect(machine.judgeUserInfo(rejection) == row.expected)
    }

    @Test(arguments: rows)
    func `end 3, invariant 49: userinfo's 401 to a token that ran out on its way ends nothing`(row: Row) throws {
        var machine = SessionMachine.signedIn(.sample(refresh: row.hasRefreshToken ? "R1" : nil))
        let rejection = try rejection(machine, row, answeredAfter: .seconds(60))
        if row.token == .replaced { machine.install(.sample(.sample(access: "A2")), subject: nil, refresh: nil) }
        let surfaced = SessionError.server(status: 401, during: .userInfo, retryAfter: nil)
        #expect(machine.judgeUserInfo(rejection) == (row.expected == Self.end ? .surface(surfaced) : row.expected))
    }

    @Test(arguments: rows.filter { $0.error != "insufficient_scope" })
    func `end 6: an answer other than 401 that rejects the token is worth a refresh and ends nothing`(row: Row) throws {
        var machine = SessionMachine.signedIn(.sample(lifetime: nil, refresh: row.hasRefreshToken ? "R1" : nil))
        let rejection = try rejection(machine, row)
        if row.token == .replaced { machine.install(.sample(.sample(access: "A2")), subject: nil, refresh: nil) }
        let refusal = SessionError.server(status: 403, during: .userInfo, retryAfter: nil)
        #expect(
            machine.judgeUserInfo(rejection, refusal: refusal)
                == (row.expected == Self.end ? .surface(refusal) : row.expected))
    }

    @Test(arguments: ["invalid_token", nil])
    func `end 4: userinfo's 401 to a fresh token of a flow that needs no person ends nothing`(error: String?) throws {
        var credentials = Credentials.sample(.sample(lifetime: nil, refresh: nil))
        credentials.isRepeatable = true
        var machine = SessionMachine.signedIn()
        machine.install(credentials, subject: nil, refresh: nil)
        let row = Row(token: .fresh, hasRefreshToken: false, error: error, expected: Self.refused("invalid_token"))
        let rejection = try rejection(machine, row)
        #expect(machine.judgeUserInfo(rejection) == row.expected)
    }

    @Test(arguments: rows.filter { $0.token != .replaced && $0.error != "insufficient_user_authentication" })
    func `end 4: userinfo's 401 to a token that was not asked for with openid ends nothing`(row: Row) throws {
        var credentials = Credentials.sample(.sample(refresh: row.hasRefreshToken ? "R1" : nil))
        credentials.requestedScope = ["orders"]
        var machine = SessionMachine.signedIn()
        machine.install(credentials, subject: nil, refresh: nil)
        let rejection = try rejection(machine, row)
        let surfaced = Self.refused(row.error ?? "invalid_token")
        #expect(machine.judgeUserInfo(rejection) == (row.expected == .refresh ? .refresh : surfaced))
        credentials.scope = ["openid", "orders"]
        machine.install(credentials, subject: nil, refresh: nil)
        #expect(machine.judgeUserInfo(rejection) == row.expected)
    }

    @Test(arguments: [
        (SessionEnd.signedOut, SessionError.sessionChanged), (.otherProcess, .sessionChanged),
        (.userInfoRejected, .sessionExpired(.userInfoRejected)), (.storeLost, .sessionExpired(.storeLost)),
    ])
    func `invariants 9 and 23: a 401 for a session that is gone says how it ended and changes nothing`(
        end: SessionEnd, error: SessionError
    ) throws {
        var machine = SessionMachine.signedIn()
        let rejection = try rejection(machine, Row(token: .fresh, hasRefreshToken: true, expected: .refresh))
        _ = machine.end(end)
        #expect(machine.judgeUserInfo(rejection) == .gone(error))
        _ = machine.begin(.sample("two"))
        #expect(machine.judgeUserInfo(rejection) == .gone(.sessionChanged))
    }
}
