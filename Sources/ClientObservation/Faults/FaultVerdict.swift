/// What a client made of a fault, as far as it was seen.
package enum FaultVerdict: Sendable, Hashable {
    /// Nothing has shown it yet.
    case open
    /// The client broke a rule by it, which is a finding.
    case broken(rule: String)
    case passed(Reaction)
    case undecided(Uncertainty)

    /// What a correct client was seen to do.
    package enum Reaction: String, Sendable, Hashable, CaseIterable {
        case usedOtherToken = "used_other_token"
        case signedIn = "signed_in"
        case keptSession = "kept_session"
        case sentAgain = "sent_again"
        case waited
        case didNotRepeat = "did_not_repeat"
        case leftTokens = "left_tokens"
        case leftCode = "left_code"
    }

    /// Why it can't be said.
    package enum Uncertainty: String, Sendable, Hashable, CaseIterable {
        /// The client sent nothing after it.
        case nothingCame = "nothing_came"
        /// What it sent shows neither.
        case unclear
        /// The message was under way until the end of the watch.
        case stillWaiting = "still_waiting"
        /// The client may have had the provider's keys before, and refused the signature alone.
        case keysFromBefore = "keys_from_before"
        /// Too many were open at once.
        case tooMany = "too_many"
    }
}

extension FaultVerdict {
    /// One word for the kind of verdict: `passed`.
    package var label: String {
        switch self {
        case .open, .undecided: "undecided"
        case .broken: "finding"
        case .passed: "passed"
        }
    }

    /// What was seen, or why nothing can be said.
    package var words: String {
        switch self {
        case .open: Uncertainty.nothingCame.words
        case .broken(let rule):
            "\(rule): \(FindingRule.all.first { $0.name == rule }?.summary ?? "a rule was broken")"
        case .passed(let conduct): conduct.words
        case .undecided(let doubt): doubt.words
        }
    }
}

extension FaultVerdict.Reaction {
    fileprivate var words: String {
        switch self {
        case .usedOtherToken: "a call came with another token"
        case .signedIn: "a new sign-in began"
        case .keptSession: "the session was kept"
        case .sentAgain: "it was sent again, with the same token or code"
        case .waited: "it was sent again, and not before the time was over"
        case .didNotRepeat: "the client went on, and did not repeat it"
        case .leftTokens: "the client went on, and used no token of that answer"
        case .leftCode: "the client went on, and did not send the code"
        }
    }
}

extension FaultVerdict.Uncertainty {
    fileprivate var words: String {
        switch self {
        case .nothingCame: "nothing came of the program after it"
        case .unclear: "what came after it shows neither"
        case .stillWaiting: "the message was under way until the end"
        case .keysFromBefore: "the client may have the provider's keys from before, and refuse the signature alone"
        case .tooMany: "too many faults were open at once"
        }
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
