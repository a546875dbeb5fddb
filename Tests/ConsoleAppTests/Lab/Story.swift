import FoundationEssentials
import SessionCore

@testable import ConsoleFaults
@testable import ConsoleApp

/// Events in the order in which a client would report them, for trials.
struct Story {
    private(set) var events: [SessionEvent] = []
    /// The terms of the session, as the profile has them.
    var terms = Terms()
    /// The moment of the next event, in seconds.
    var time: TimeInterval = 0
    /// The sequence number of the event that the latest refresh began with.
    var lastRefresh = 0

    /// How many events came before the story.
    private let earlier: Int

    init(after earlier: Int = 0, _ steps: Step...) {
        self.earlier = earlier
        tell(steps)
    }

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

    /// The sequence number of the latest event.
    var last: Int { earlier + events.count }

    @discardableResult
    mutating func add(_ kind: SessionEvent.Kind, cause: Int? = nil) -> Int {
        let sequence = last + 1
        events.append(Samples.event(sequence, kind, cause: cause, at: time))
        time += 0.01
        return sequence
    }

    mutating func tell(_ steps: [Step]) { for step in steps { step.happen(&self) } }
    mutating func tell(_ steps: Step...) { tell(steps) }

    /// The verdict on the last fault that struck.
    var verdict: TrialVerdict? { ledger.trials.last?.verdict }

    var ledger: TrialLedger {
        var ledger = TrialLedger()
        for event in events { ledger.observe(event, on: terms) }
        return ledger
    }

    static let failure = "\(SessionError.server(status: 500, during: .token, retryAfter: nil))"
    static let brokenOff = "\(SessionError.transport(.brokenOff("off"), during: .request))"
    static let rejected = SessionEnd.forcedOut(request: "GET /orders")
    static let withoutRefresh = tokens("access-1", refresh: nil)
}
