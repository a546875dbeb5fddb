import FoundationEssentials
import SessionCore

@testable import ConsoleApp

/// Events in the order in which a client would report them, for trials.
struct Story {
    private(set) var events: [SessionEvent] = []
    /// The terms of the session, as the profile has them.
    var terms = Terms()
    /// The moment of the next event, in seconds.
    var time: TimeInterval = 0
    private(set) var lastRefresh = 0
    private var lastExchange = 0

    /// How many events came before the story.
    private let earlier: Int

    init(after earlier: Int = 0, _ fill: (inout Story) -> Void) {
        self.earlier = earlier
        fill(&self)
    }

    static let first = tokens("access-1", refresh: "refresh-1", identity: "identity-1")
    static let second = tokens("access-2", refresh: "refresh-2", identity: "identity-2")
    static let invalid = SessionEnd.refreshRejected(.named(Samples.rejection))

    static func tokens(
        _ access: String, refresh: String?, identity: String? = nil, scope: [String] = ["openid", "orders"],
        trust: TokenTrust = .verified(algorithm: "ES256", keyID: "k")
    ) -> SessionTokens {
        SessionTokens(
            access: TokenStatus(
                fingerprint: Secret(access).fingerprint, obtainedAt: Samples.now,
                expiry: .at(Samples.now.addingTimeInterval(60), .expiresIn)),
            refresh: refresh.map {
                TokenStatus(fingerprint: Secret($0).fingerprint, obtainedAt: Samples.now, expiry: .unknown)
            },
            idToken: identity.map {
                IDTokenStatus(fingerprint: Secret($0).fingerprint, expiresAt: nil, trust: trust)
            },
            scope: scope)
    }

    @discardableResult
    mutating func add(_ kind: SessionEvent.Kind, cause: Int? = nil) -> Int {
        let sequence = earlier + events.count + 1
        events.append(Samples.event(sequence, kind, cause: cause, at: time))
        time += 0.01
        return sequence
    }

    mutating func signedIn(_ tokens: SessionTokens = Story.first) { add(.signedIn(flow: "password", tokens)) }

    /// The fault strikes, by default no message.
    mutating func strike(_ fault: Fault, exchange: Int? = nil) {
        add(.injected(InjectedFault(name: fault.name, step: .struck, exchange: exchange, text: "injected")))
    }

    mutating func begin(_ call: Int, isUserInfo: Bool = false) {
        var facts = Samples.facts(call, status: nil)
        facts.isUserInfo = isUserInfo
        add(.requestStarted(facts))
    }

    /// A message of a call and its answer; `nil` where none came.
    mutating func message(
        _ call: Int, status: Int?, token: String = "access-2", id: Int = 0, purpose: SessionError.Purpose = .request
    ) {
        add(
            .exchange(
                HTTPExchange(
                    id: id, purpose: purpose, request: call, method: "GET", url: "http://127.0.0.1:41874/orders",
                    requestHeaders: ["Authorization": "Bearer •••• \(Secret(token).fingerprint)"], requestBody: nil,
                    sentAt: Samples.now.addingTimeInterval(time), duration: .milliseconds(12),
                    outcome: Self.outcome(status))))
    }

    /// The session learns of a 401 to a call's token, which had so much time left.
    @discardableResult
    mutating func reject(_ call: Int, left: Duration = .seconds(47), isUserInfo: Bool = false) -> Int {
        var facts = Samples.facts(call, status: 401)
        (facts.tokenLifetimeLeft, facts.isUserInfo) = (left, isUserInfo)
        return add(.unauthorized(facts, Samples.challenge))
    }

    mutating func end(_ call: Int, status: Int = 200, attempts: Int = 1, waited: Bool = false) {
        var facts = Samples.facts(call, status: status, attempts: attempts)
        if waited { facts.waitedForRefresh = lastRefresh }
        add(.requestFinished(facts))
    }

    mutating func fail(_ call: Int) {
        add(.requestFailed(Samples.facts(call, status: nil), .transport(.brokenOff("off"), during: .request)))
    }

    /// The call is not sent, because a refresh has failed and its pause is not over.
    mutating func holdBack(_ call: Int) {
        begin(call)
        add(
            .requestFailed(
                Samples.facts(call, status: nil, attempts: 0),
                .backingOff(
                    retryAfter: .seconds(20), after: .server(status: 429, during: .token, retryAfter: .seconds(30)))))
    }

    /// `access` is the token to be replaced.
    mutating func beginRefresh(
        _ trigger: RefreshTrigger = .expired, of access: String = "access-1", token: String = "refresh-1"
    ) {
        lastRefresh = add(
            .refreshStarted(trigger, access: Secret(access).fingerprint, refresh: Secret(token).fingerprint))
    }

    /// Another process has refreshed, and its tokens are adopted.
    mutating func adopt(_ tokens: SessionTokens = Story.second) { add(.adoptedFromStore(tokens)) }

    mutating func disarm(_ fault: Fault) {
        add(.injected(InjectedFault(name: fault.name, step: .disarmed, text: "disarmed")))
    }

    /// The message of a token request, by default a refresh's, and its answer.
    mutating func tokenMessage(
        _ status: Int?, id: Int = 0, body: String = "grant_type=refresh_token&refresh_token=••••"
    ) {
        add(
            .exchange(
                HTTPExchange(
                    id: id, purpose: .token, request: nil, method: "POST", url: "http://127.0.0.1:41873/token",
                    requestHeaders: [:], requestBody: body,
                    sentAt: Samples.now.addingTimeInterval(time), duration: .milliseconds(12),
                    outcome: Self.outcome(status))), cause: lastRefresh)
    }

    mutating func renewed(_ tokens: SessionTokens = Story.second) {
        add(.refreshed(tokens, replacedAccess: nil, replacedRefresh: nil), cause: lastRefresh)
    }

    mutating func refreshFailed(
        _ error: SessionError = .server(status: 500, during: .token, retryAfter: nil), pause: Duration = .seconds(1)
    ) {
        add(.refreshFailed(error, retryAfter: pause), cause: lastRefresh)
    }

    /// No answer comes to the refresh.
    mutating func refreshLost() { refreshFailed(.transport(.timedOut(.waiting), during: .token)) }

    mutating func rejected() { add(.refreshRejected(.named(Samples.rejection), refresh: Samples.refresh)) }
    mutating func lost(_ end: SessionEnd = Self.invalid) { add(.forcedOut(end)) }

    private static func outcome(_ status: Int?) -> HTTPExchange.Outcome {
        guard let status else { return .failed(.brokenOff("off")) }
        return .answered(
            .init(
                status: status, headers: [:], body: nil, bodySize: 0, version: "1.1", timings: nil, connection: nil,
                redirects: []))
    }

    /// The verdict on the last fault that struck.
    var verdict: Verdict? { ledger.trials.last?.verdict }

    var ledger: TrialLedger {
        var ledger = TrialLedger()
        for event in events { ledger.note(event, on: terms) }
        return ledger
    }
}
