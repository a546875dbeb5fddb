import Testing

@testable import SessionCore

/// How a request for an access token is answered: by what is held against the token, its life, a refresh on its way and
/// the back-off.
@Suite(.timeLimit(.minutes(5)))
struct RefreshDecisionTests {
    enum Token: String, Sendable, CaseIterable {
        /// 60 s left of 60, of which the margin takes 12.
        case fresh
        case halfway
        /// Within the margin.
        case ending
        case expired
        case rejected
        /// The provider did not say how long it lives.
        case unknown

        var age: Duration {
            switch self {
            case .fresh, .rejected, .unknown: .zero
            case .halfway: .seconds(30)
            case .ending: .seconds(48)
            case .expired: .seconds(60)
            }
        }
    }

    enum Answer: Sendable, Equatable {
        case use
        case join
        case refresh(RefreshTrigger)
        case wait(Duration)
        case refuse
        case end

        init(_ access: SessionMachine.Access) {
            switch access {
            case .use: self = .use
            case .join: self = .join
            case .refresh(let trigger): self = .refresh(trigger)
            case .fail(.backingOff(let delay, _)): self = .wait(delay)
            case .fail: self = .refuse
            case .end: self = .end
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let objection: SessionMachine.Objection
        let token: Token
        /// With a refresh token and nothing in the way.
        let free: Answer
        /// While a refresh is on its way.
        let inFlight: Answer
        /// While the token endpoint is left alone.
        let backingOff: Answer
        /// Without a refresh token.
        let alone: Answer

        init(
            _ name: String, _ objection: SessionMachine.Objection, _ token: Token, _ free: Answer, _ inFlight: Answer,
            _ backingOff: Answer, _ alone: Answer
        ) {
            (self.name, self.objection, self.token) = (name, objection, token)
            (self.free, self.inFlight, self.backingOff, self.alone) = (free, inFlight, backingOff, alone)
        }

        var testDescription: String { "\(name), \(token.rawValue)" }
    }

    private static let any = SessionMachine.Objection.none(minimumValidity: nil)
    private static let long = SessionMachine.Objection.none(minimumValidity: .seconds(40))
    private static let present = SessionMachine.Objection.rejected(Secret("A1"), .userInfo)
    private static let earlier = SessionMachine.Objection.rejected(Secret("A0"), .userInfo)
    private static let forced = SessionMachine.Objection.notNewEnough(.requestedByUser)
    private static let wait = Answer.wait(.seconds(600))

    static let rows = [
        Row("any", any, .fresh, .use, .use, .use, .use),
        Row("any", any, .halfway, .use, .use, .use, .use),
        Row("any", any, .ending, .refresh(.expiringSoon), .join, .use, .use),
        Row("any", any, .expired, .refresh(.expired), .join, wait, .end),
        Row("any", any, .rejected, .refresh(.expired), .join, wait, .end),
        Row("any", any, .unknown, .use, .use, .use, .use),
        Row("40 s", long, .fresh, .use, .use, .use, .use),
        Row("40 s", long, .halfway, .refresh(.expiringSoon), .join, .use, .use),
        Row("40 s", long, .expired, .refresh(.expired), .join, wait, .end),
        Row("40 s", long, .unknown, .use, .use, .use, .use),
        Row("the present one was rejected", present, .fresh, .refresh(.userInfo), .join, wait, .refuse),
        Row("the present one was rejected", present, .ending, .refresh(.userInfo), .join, wait, .refuse),
        Row("the present one was rejected", present, .expired, .refresh(.userInfo), .join, wait, .end),
        Row("the present one was rejected", present, .rejected, .refresh(.userInfo), .join, wait, .end),
        Row("the present one was rejected", present, .unknown, .refresh(.userInfo), .join, wait, .refuse),
        Row("an earlier one was rejected", earlier, .fresh, .use, .use, .use, .use),
        Row("an earlier one was rejected", earlier, .ending, .use, .use, .use, .use),
        Row("an earlier one was rejected", earlier, .expired, .refresh(.userInfo), .join, wait, .end),
        Row("an earlier one was rejected", earlier, .rejected, .refresh(.userInfo), .join, wait, .end),
        Row("an earlier one was rejected", earlier, .unknown, .use, .use, .use, .use),
        Row("forced", forced, .fresh, .refresh(.requestedByUser), .join, wait, .refuse),
        Row("forced", forced, .ending, .refresh(.requestedByUser), .join, wait, .refuse),
        Row("forced", forced, .expired, .refresh(.requestedByUser), .join, wait, .end),
        Row("forced", forced, .rejected, .refresh(.requestedByUser), .join, wait, .end),
        Row("forced", forced, .unknown, .refresh(.requestedByUser), .join, wait, .refuse),
    ]

    private func machine(_ token: Token, hasRefreshToken: Bool = true) -> SessionMachine {
        var machine = SessionMachine.signedIn(
            .sample(lifetime: token == .unknown ? nil : .seconds(60), refresh: hasRefreshToken ? "R1" : nil))
        if token == .rejected { machine.reject(Secret("A1"), at: signedInAt) }
        return machine
    }

    @Test(arguments: rows)
    func `invariants 7 and 8: what is held against a token, its life, a flight and the back-off decide`(row: Row) {
        let now = signedInAt + row.token.age
        let free = machine(row.token)
        #expect(Answer(free.access(row.objection, at: now)) == row.free)
        var inFlight = free
        _ = inFlight.startFlight(.expired, cause: nil, at: now)
        #expect(Answer(inFlight.access(row.objection, at: now)) == row.inFlight)
        var backingOff = free
        backingOff.failRefresh(at: now, retryAfter: .seconds(600))
        #expect(Answer(backingOff.access(row.objection, at: now)) == row.backingOff)
        // A refresh that is on its way is joined, whatever went wrong before it.
        _ = backingOff.startFlight(.expired, cause: nil, at: now)
        #expect(Answer(backingOff.access(row.objection, at: now)) == row.inFlight)
        #expect(Answer(machine(row.token, hasRefreshToken: false).access(row.objection, at: now)) == row.alone)
    }

    @Test func `what is handed out is the present token, and what is joined the refresh on its way`() throws {
        var machine = SessionMachine.signedIn()
        guard case .use(let bearer) = machine.access(Self.any, at: signedInAt) else {
            Issue.record("no token was handed out")
            return
        }
        #expect(bearer.token == Secret("A1"))
        #expect(bearer.generation == 1)
        let flight = try machine.started(.requestedByUser)
        guard case .join(let joined) = machine.access(Self.forced, at: signedInAt) else {
            Issue.record("no refresh was joined")
            return
        }
        #expect(joined === flight)
    }

    @Test func `a token that nothing can renew ends the session for that very reason`() {
        let machine = machine(.expired, hasRefreshToken: false)
        guard case .end(.expiredWithoutRefreshToken) = machine.access(Self.any, at: signedInAt + .seconds(60)) else {
            Issue.record("the session did not end")
            return
        }
    }

    @Test func `deciding changes nothing`() {
        var machine = machine(.expired)
        machine.failRefresh(at: signedInAt, retryAfter: .seconds(600))
        let before = machine
        _ = machine.access(Self.any, at: signedInAt + .seconds(60))
        #expect(machine.active?.credentials == before.active?.credentials)
        #expect(machine.backOff == before.backOff)
        #expect(machine.generation == before.generation)
        #expect(machine.flight == nil)
    }

    @Test(arguments: [
        (SessionEnd.noStoredSession, false), (.signedOut, false), (.otherProcess, false),
        (.forcedOut(request: "GET /orders"), true), (.userInfoRejected, true),
        (.refreshRejected(.named(OAuthError(code: "invalid_grant", status: 400))), true),
        (.expiredWithoutRefreshToken, true), (.storeLost, true),
    ])
    func `invariant 23: after a forced end callers hear that the session expired, else that there is none`(
        end: SessionEnd, isForced: Bool
    ) {
        #expect(end.isForced == isForced)
        let expected = isForced ? SessionError.sessionExpired(end) : .noSession
        var machine = SessionMachine.signedIn()
        _ = machine.end(end)
        for machine in [SessionMachine.signedOut(end), machine] {
            #expect(machine.absence == expected)
            for objection in [Self.any, Self.present, Self.forced] {
                guard case .fail(expected) = machine.access(objection, at: signedInAt) else {
                    Issue.record("\(machine.access(objection, at: signedInAt))")
                    return
                }
            }
        }
    }

    @Test func `before it is configured callers hear so`() {
        #expect(SessionMachine(margin: .seconds(30), policy: .report).absence == .notConfigured)
        #expect(SessionMachine.signedIn().absence == .sessionChanged)
    }
}
