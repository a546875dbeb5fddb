import FoundationEssentials
import SessionCore

@testable import ConsoleFaults
@testable import ConsoleApp

/// What happens in a story: an event or a few, at its place.
struct Step: Sendable {
    let happen: @Sendable (inout Story) -> Void

    static func event(_ kind: SessionEvent.Kind) -> Step { Step { $0.add(kind) } }
    static func all(_ steps: [Step]) -> Step { Step { $0.tell(steps) } }
    static func all(_ steps: Step...) -> Step { all(steps) }
    static func times(_ count: Int, _ steps: Step...) -> Step { Step { for _ in 0..<count { $0.tell(steps) } } }

    /// A step for each of several calls, turns or faults.
    static func each<Items: Sequence & Sendable>(
        _ items: Items, _ step: @escaping @Sendable (Items.Element) -> Step
    ) -> Step { Step { for item in items { $0.tell(step(item)) } } }

    static func wait(_ seconds: TimeInterval) -> Step { Step { $0.time += seconds } }
    static func at(_ seconds: TimeInterval) -> Step { Step { $0.time = seconds } }

    // MARK: - Terms, sign-ins and ends

    static func policy(_ policy: UnauthorizedPolicy) -> Step { Step { $0.terms.policy = policy } }
    static let lacksRefreshToken = Step { $0.terms.lacksRefreshToken = true }

    static func signedIn(_ tokens: SessionTokens = Story.first) -> Step { event(.signedIn(flow: "password", tokens)) }
    static func signInStarted(_ flow: String = "password") -> Step { event(.signInStarted(flow: flow)) }
    static let signInFailed = event(.signInFailed(flow: "password", .cancelled))
    static let strayRedirect = event(
        .strayRedirect(StrayRedirect(source: .browser, flaw: .stateOfAnotherAttempt, content: .code)))

    static func idTokenRejected(_ reason: String) -> Step {
        event(.idTokenRejected(RejectedIDToken(token: Secret("identity-2"), reason: reason)))
    }

    static func userInfo(_ subject: String) -> Step {
        event(.userInfoFetched(UserInfo(subject: subject, claims: [])))
    }

    static func lost(_ end: SessionEnd = Story.invalid) -> Step { event(.forcedOut(end)) }

    // MARK: - Faults

    /// The fault strikes, by default no message.
    static func strike(_ fault: LabFault, exchange: Int? = nil) -> Step { injected(fault, .struck, exchange) }
    static func arm(_ fault: LabFault) -> Step { injected(fault, .armed) }
    static func disarm(_ fault: LabFault) -> Step { injected(fault, .disarmed) }

    private static func injected(_ fault: LabFault, _ step: InjectedFault.Step, _ exchange: Int? = nil) -> Step {
        event(.injected(InjectedFault(name: fault.name, step: step, exchange: exchange, text: "injected")))
    }

    // MARK: - Calls

    static func begin(_ call: Int, isUserInfo: Bool = false) -> Step {
        var facts = Samples.facts(call, status: nil)
        facts.isUserInfo = isUserInfo
        return event(.requestStarted(facts))
    }

    /// A message of a call and its answer; `nil` where none came.
    static func message(
        _ call: Int, _ status: Int?, token: String = "access-2", id: Int = 0, purpose: SessionError.Purpose = .request
    ) -> Step {
        Step {
            $0.add(
                .exchange(
                    HTTPExchange(
                        id: id, purpose: purpose, request: call, method: "GET", url: "http://127.0.0.1:41874/orders",
                        requestHeaders: ["Authorization": "Bearer •••• \(Secret(token).fingerprint)"],
                        requestBody: nil, sentAt: Samples.now.addingTimeInterval($0.time),
                        duration: .milliseconds(12), outcome: outcome(status))))
        }
    }

    /// The session learns of a 401 to a call's token, which had so much time left.
    static func reject(_ call: Int, left: Duration = .seconds(47), isUserInfo: Bool = false) -> Step {
        var facts = Samples.facts(call, status: 401)
        (facts.tokenLifetimeLeft, facts.isUserInfo) = (left, isUserInfo)
        return event(.unauthorized(facts, Samples.challenge))
    }

    /// A call is answered 401, and user info accepts its token.
    static func vouch(for call: Int) -> Step {
        all(.reject(call), Step { $0.add(.userInfoFetched(UserInfo(subject: "alice", claims: [])), cause: $0.last) })
    }

    static func end(_ call: Int, status: Int = 200, attempts: Int = 1, waited: Bool = false) -> Step {
        Step {
            var facts = Samples.facts(call, status: status, attempts: attempts)
            if waited { facts.waitedForRefresh = $0.lastRefresh }
            $0.add(.requestFinished(facts))
        }
    }

    static func fail(
        _ call: Int, attempts: Int = 1, _ error: SessionError = .transport(.brokenOff("off"), during: .request)
    ) -> Step { event(.requestFailed(Samples.facts(call, status: nil, attempts: attempts), error)) }

    /// The call is not sent, because a refresh has failed and its pause is not over.
    static func holdBack(_ call: Int) -> Step {
        let cause = SessionError.server(status: 429, during: .token, retryAfter: .seconds(30))
        return all(.begin(call), .fail(call, attempts: 0, .backingOff(retryAfter: .seconds(20), after: cause)))
    }

    /// A call that the fault strikes, and its answer.
    static func struckCall(_ fault: LabFault, _ status: Int?, id: Int = 5) -> Step {
        all(.begin(1), .strike(fault, exchange: id), .message(1, status, id: id))
    }

    /// A call carries a broken signature, is answered, and the session learns of a 401.
    static func tampered(_ status: Int?, left: Duration = .seconds(47)) -> Step {
        let call = struckCall(.tamperedToken, status)
        return status == 401 ? all(call, .reject(1, left: left)) : call
    }

    /// User info is asked with a broken signature, and says 401.
    static let tamperedUserInfo = all(
        .begin(1, isUserInfo: true), .strike(.tamperedToken, exchange: 5), .message(1, 401, id: 5, purpose: .userInfo),
        .reject(1, isUserInfo: true))

    /// The provider ends the session, and a call learns of it.
    static let revoked = all(.strike(.revokedSession), .begin(1), .message(1, 401), .reject(1))

    // MARK: - Refreshes

    /// `access` is the token to be replaced.
    static func beginRefresh(
        _ trigger: RefreshTrigger = .expired, of access: String = "access-1", token: String = "refresh-1"
    ) -> Step {
        Step {
            $0.lastRefresh = $0.add(
                .refreshStarted(trigger, access: Secret(access).fingerprint, refresh: Secret(token).fingerprint))
        }
    }

    static let refreshAfter401 = beginRefresh(.unauthorized(Samples.access))

    /// The message of a token request, by default a refresh's, and its answer.
    static func tokenMessage(
        _ status: Int?, id: Int = 0, body: String = "grant_type=refresh_token&refresh_token=••••"
    ) -> Step {
        Step {
            $0.add(
                .exchange(
                    HTTPExchange(
                        id: id, purpose: .token, request: nil, method: "POST", url: "http://127.0.0.1:41873/token",
                        requestHeaders: [:], requestBody: body, sentAt: Samples.now.addingTimeInterval($0.time),
                        duration: .milliseconds(12), outcome: outcome(status))), cause: $0.lastRefresh)
        }
    }

    static func renewed(_ tokens: SessionTokens = Story.second) -> Step {
        Step { $0.add(.refreshed(tokens, replacedAccess: nil, replacedRefresh: nil), cause: $0.lastRefresh) }
    }

    static func refreshFailed(
        _ error: SessionError = .server(status: 500, during: .token, retryAfter: nil), pause: Duration = .seconds(1)
    ) -> Step {
        Step { $0.add(.refreshFailed(error, retryAfter: pause), cause: $0.lastRefresh) }
    }

    /// No answer comes to the refresh.
    static let refreshLost = refreshFailed(.transport(.timedOut(.waiting), during: .token))

    static let rejected = event(.refreshRejected(.named(Samples.rejection), refresh: Samples.refresh))
    static let suspected = event(
        .suspected(
            SessionSuspicion(refusal: .named(Samples.rejection), count: 1, lastAt: Samples.now),
            refresh: Samples.refresh))

    /// Another process has refreshed, and its tokens are adopted.
    static func adopt(_ tokens: SessionTokens = Story.second) -> Step { event(.adoptedFromStore(tokens)) }

    /// A refresh whose message the fault strikes, and its answer.
    static func struckRefresh(_ fault: LabFault, _ status: Int?, id: Int = 5) -> Step {
        all(.beginRefresh(), .strike(fault, exchange: id), .tokenMessage(status, id: id))
    }

    /// A sign-in whose token request the fault strikes.
    static func struckSignIn(_ fault: LabFault, _ status: Int?) -> Step {
        all(
            .signInStarted(), .strike(fault, exchange: 5),
            .tokenMessage(status, id: 5, body: "grant_type=password&username=alice&password=••••"))
    }

    /// A refresh after a 401 succeeds.
    static let refresh = all(.refreshAfter401, .tokenMessage(200), .renewed())

    static func narrowed(to scope: [String]?) -> Step {
        var tokens = Story.second
        (tokens.idToken, tokens.scope) = (nil, scope)
        return all(.struckRefresh(.narrowedScope, 200), .renewed(tokens))
    }

    private static func outcome(_ status: Int?) -> HTTPExchange.Outcome {
        guard let status else { return .failed(.brokenOff("off")) }
        return .answered(
            .init(
                status: status, headers: [:], body: nil, bodySize: 0, version: "1.1", timings: nil, connection: nil,
                redirects: []))
    }
}
