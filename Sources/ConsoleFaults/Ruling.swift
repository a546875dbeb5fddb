import FoundationEssentials
import SessionCore

/// A verdict, and whether it stands whatever happens later.
struct Ruling: Sendable, Hashable {
    let verdict: TrialVerdict
    let isFinal: Bool
    /// Whether the next refresh that succeeds completes it, whatever else happens before.
    let awaitsRefresh: Bool

    private init(_ verdict: TrialVerdict, isFinal: Bool, awaitsRefresh: Bool = false) {
        (self.verdict, self.isFinal, self.awaitsRefresh) = (verdict, isFinal, awaitsRefresh)
    }

    static func waiting(for what: String) -> Ruling { Ruling(.waiting(for: what), isFinal: false) }
    static func undecided(_ words: String) -> Ruling { Ruling(.undecided(words), isFinal: true) }
    static func notHeld(_ words: String) -> Ruling { Ruling(.notHeld(words), isFinal: true) }
    /// Later events can still contradict it, unless it is final.
    static func held(_ words: String, isFinal: Bool = true) -> Ruling { Ruling(.held(words), isFinal: isFinal) }
    /// The session goes on with the next refresh that succeeds.
    static func held(untilRefresh words: String) -> Ruling {
        Ruling(.held(words), isFinal: false, awaitsRefresh: true)
    }
}

extension Aftermath {
    /// `1 call`, `20 calls`; where calls are left out, `1000 calls or more`.
    func calls(_ count: Int) -> String {
        count == 1 ? "1 call" : "\(count) calls\(count < Self.mostCalls ? "" : " or more")"
    }

    /// The end of the session, which the fault does not ask for.
    ///
    /// A correct client ends it, too, where the provider refuses the refresh token, or where the access token's time is
    /// over and nothing renews it. A refusal is the client's doing where it sent two refreshes at once, or a token that
    /// it had seen rotated.
    var ended: Ruling? {
        guard let loss else { return nil }
        let words = "the session ended because \(loss)"
        if losses.count > 1 { return .notHeld("the session ended \(losses.count) times") }
        let hasRunOut = loss == .expiredWithoutRefreshToken && before.lacksRefreshToken
        return hasRunOut || isRefused && !hasOverlap && !hasReused ? .undecided(words) : .notHeld(words)
    }
}
