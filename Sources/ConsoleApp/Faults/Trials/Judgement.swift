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

extension Evidence {
    /// `1 call`, `20 calls`.
    func calls(_ count: Int) -> String { count == 1 ? "1 call" : "\(count) calls" }

    /// The end of the session, which the fault does not ask for.
    ///
    /// A correct client ends it, too, where the provider refuses the refresh token, or where the access token's time is
    /// over and nothing renews it. A refusal is the client's doing where it sent two refreshes at once, or a token that
    /// it had seen rotated.
    var ended: Judgement? {
        guard let loss else { return nil }
        let words = "the session ended because \(loss)"
        if losses.count > 1 { return .notHeld("the session ended \(losses.count) times") }
        let hasRunOut = loss == .expiredWithoutRefreshToken && before.lacksRefreshToken
        return hasRunOut || isRefused && !hasOverlap && !hasReused ? .undecided(words) : .notHeld(words)
    }
}
