import FoundationEssentials
import SessionCore

/// A verdict, and whether it stands whatever happens later.
struct Judgement: Sendable, Hashable {
    let verdict: Verdict
    let isFinal: Bool
    /// Whether the next refresh that succeeds completes it, whatever else happens before.
    let awaitsRefresh: Bool

    private init(_ verdict: Verdict, isFinal: Bool, awaitsRefresh: Bool = false) {
        (self.verdict, self.isFinal, self.awaitsRefresh) = (verdict, isFinal, awaitsRefresh)
    }

    static func waiting(for what: String) -> Judgement { Judgement(.waiting(for: what), isFinal: false) }
    static func undecided(_ words: String) -> Judgement { Judgement(.undecided(words), isFinal: true) }
    static func notHeld(_ words: String) -> Judgement { Judgement(.notHeld(words), isFinal: true) }
    /// Later events can still contradict it, unless it is final.
    static func held(_ words: String, isFinal: Bool = true) -> Judgement { Judgement(.held(words), isFinal: isFinal) }
    /// It goes on with the next refresh that succeeds.
    static func held(untilRefresh words: String) -> Judgement {
        Judgement(.held(words), isFinal: false, awaitsRefresh: true)
    }
}

extension Fault {
    /// What the events since it struck say about the session.
    func judge(_ evidence: Evidence) -> Judgement {
        switch self {
        case .accessTokenExpired, .burstAtExpiry: evidence.judgeRenewal
        case .tamperedToken: evidence.judgeRetry
        case .networkOff: evidence.judgeKept()
        case .tokenEndpointBusy: evidence.judgeKept(pause: .seconds(30))
        case .tokenEndpointError, .tokenEndpointSilent, .tokenEndpointGarbled: evidence.judgeKept()
        case .tokenEndpointSlow: evidence.judgeSlowRefresh
        case .tokenEndpointRefusal, .rejectedRefresh: evidence.judgeEnd(mayGoOn: false)
        case .replayedRefreshToken: evidence.judgeEnd(mayGoOn: true)
        case .revokedSession: evidence.judgeRevocation
        case .lostTokenReply: evidence.judgeLostReply
        case .droppedRefreshToken: evidence.judgeDroppedToken
        case .wrongState: evidence.judgeWrongState
        case .clockAhead, .clockBehind: evidence.judgeClock
        case .rotatedKeys: evidence.judgeKeys
        case .narrowedScope: evidence.judgeScope
        case .switchedUser: evidence.judgeUser
        case .shortLifetimes: evidence.judgeLifetimes
        }
    }
}

extension Fault {
    /// The verdict on a fault that is disarmed while it waits for more to be seen.
    func judgeWhenDisarmed(_ evidence: Evidence) -> Judgement {
        self == .shortLifetimes
            ? evidence.judgeEndOfLifetimes : .undecided("disarmed before anything could be seen")
    }
}

extension Evidence {
    /// `1 call`, `20 calls`.
    func calls(_ count: Int) -> String { count == 1 ? "1 call" : "\(count) calls" }

    /// The end of the session, which the fault does not ask for.
    ///
    /// A right client ends it, too, where the provider refuses the refresh token, or where the access token's time is
    /// over and nothing renews it. A refusal is the client's doing where it sent two refreshes at once, or a token that
    /// it had seen rotated.
    var ended: Judgement? {
        guard let loss else { return nil }
        let words = "the session was ended because \(loss)"
        if losses.count > 1 { return .notHeld("the session was ended \(losses.count) times") }
        let hasRunOut = loss == .expiredWithoutRefreshToken && before.lacksRefreshToken
        return hasRunOut || isRefused && !hasOverlap && !hasReused ? .undecided(words) : .notHeld(words)
    }
}

extension Fault {
    /// Whether it makes up the answer to the message that it strikes, other than one that ends a session.
    var forgesAnswer: Bool {
        switch self {
        case .networkOff, .tokenEndpointBusy, .tokenEndpointError, .tokenEndpointSilent, .tokenEndpointGarbled: true
        case .accessTokenExpired, .burstAtExpiry, .tamperedToken, .tokenEndpointRefusal, .tokenEndpointSlow,
            .lostTokenReply, .droppedRefreshToken, .replayedRefreshToken, .wrongState, .clockAhead, .clockBehind,
            .revokedSession, .rejectedRefresh, .rotatedKeys, .narrowedScope, .switchedUser, .shortLifetimes:
            false
        }
    }
}
