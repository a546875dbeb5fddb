/// What a client made of a fault, as far as it was seen.
package enum FaultVerdict: Sendable, Hashable {
    /// Nothing has shown it yet.
    case open
    /// The client broke a rule by it, which is a finding.
    case broken(rule: String)
    case passed(Conduct)
    case undecided(Doubt)

    /// What a correct client was seen to do.
    package enum Conduct: Sendable, Hashable {
        case usedOtherToken, signedIn, keptSession, sentAgain, waited, didNotRepeat, leftTokens, leftCode
    }

    /// Why it can't be said.
    package enum Doubt: Sendable, Hashable {
        /// The client sent nothing after it.
        case nothingCame
        /// What it sent shows neither.
        case unclear
        /// The message was under way until the end of the watch.
        case stillWaiting
        /// The client may have had the provider's keys before, and refused the signature alone.
        case keysFromBefore
        /// Too many were open at once.
        case tooMany
    }
}

/// A fault that has struck a message.
package struct FaultStrike: Sendable, Identifiable {
    /// Counts them, from 1.
    package let id: Int
    package let fault: ClientFault
    package let message: Int
    package internal(set) var verdict = FaultVerdict.open
    /// The messages of the same program that came after it, the first of them.
    var later: [Int] = []

    static let laterLimit = 64
}
