import FoundationEssentials
import JOSE

/// What is asked of the messages after a fault.
struct FaultInquiry {
    let struck: Sighting
    /// The messages that began after it.
    let all: [Sighting]
    /// Those whose sender could know of the fault's effect.
    let later: [Sighting]
    let ledger: Ledger

    /// `nil` while the struck message is under way.
    init?(_ strike: FaultStrike, _ ledger: Ledger) {
        guard let struck = ledger.sightings[strike.message], let end = struck.end else { return nil }
        (self.struck, self.ledger) = (struck, ledger)
        all = strike.later.compactMap { ledger.sightings[$0] }
        later = all.filter { $0.begin > end + Inquiry.reaction / .seconds(1) }
    }
}

extension FaultInquiry {
    typealias Reaction = FaultVerdict.Reaction

    /// A call with a token that is not the one of the struck message.
    var usesOtherToken: Reaction? {
        let calls = later + all.filter(presentsNewToken)
        return calls.contains { $0.isOfResource && $0.bearer != nil && $0.bearer != struck.bearer }
            ? .usedOtherToken : nil
    }

    /// Whether it was sent after another answer with tokens, which came after the struck message.
    private func presentsNewToken(_ message: Sighting) -> Bool {
        guard let end = struck.end, let issued = message.presented.flatMap({ ledger.tokens[$0]?.issued }) else {
            return false
        }
        return issued.message != struck.id && issued.moment >= end
    }

    var signsIn: Reaction? {
        all.contains { struck.hasEnded(before: $0) && beginsSignIn($0) } ? .signedIn : nil
    }

    private func beginsSignIn(_ message: Sighting) -> Bool { Inquiry(message: message, ledger: ledger).beginsSignIn }

    /// A message with a token of the same session; where that is not known, with the same token.
    var keepsSession: Reaction? {
        let isKept = later.contains { message in
            guard message.isOfResource && message.bearer != nil || message.refreshToken != nil else { return false }
            return struck.session.map { $0 == message.session } ?? (message.presented == struck.presented)
        }
        return isKept ? .keptSession : nil
    }

    /// The client sent that refresh token, code or device code once more; of any other message, the request.
    var sendsAgain: Reaction? {
        later.contains {
            struck.tokenRequest == nil || struck.presented == nil
                ? $0.isSameRequest(as: struck) : $0.presented == struck.presented
        } ? .sentAgain : nil
    }

    var hasRefreshed: Bool { all.contains { $0.refreshToken != nil && struck.hasEnded(before: $0) } }

    /// The session or the request survived a failure that passes.
    var survives: Reaction? { sendsAgain ?? keepsSession }

    /// Anything but a loop.
    var goesOn: Reaction? { keepsSession ?? signsIn }

    /// Whether the request came again as soon as it was answered: its sender may know of the answer, or be another
    /// who doesn't.
    var isRepeatedAtOnce: Bool {
        all.contains { one in
            one.isSameRequest(as: struck) && struck.hasEnded(before: one) && !later.contains { $0.id == one.id }
        }
    }

    /// The client sent the request again, and not before the time was over.
    func waits(_ pause: Duration) -> Reaction? {
        guard let end = struck.end, !isRepeatedAtOnce else { return nil }
        let again = later.filter { $0.isSameRequest(as: struck) }
        guard let first = again.first else { return nil }
        return first.begin + 1 >= end + pause / .seconds(1) ? .waited : nil
    }

    /// The program goes on, and with none of the tokens of the struck answer.
    var leavesTokens: Reaction? {
        let presented = all.filter { $0.isOfResource || $0.refreshToken != nil }.compactMap(\.presented)
        guard !presented.contains(where: { ledger.tokens[$0]?.issued?.message == struck.id }) else { return nil }
        // Nobody signs in again while a sign-in is under way.
        if all.contains(where: beginsSignIn) { return .signedIn }
        return all.contains(where: presentsNewToken) || later.contains { $0.isOfResource && $0.bearer != nil }
            ? .leftTokens : nil
    }

    /// Whether the client was handed the key that has signed the ID token of the struck answer.
    var knowsKey: Bool {
        guard let signature = struck.answer?.tokens?.identity?.signature,
            let keys = struck.provider.flatMap({ ledger.keys[$0] })
        else { return false }
        return signature.isValid(by: keys) == true
    }

    /// The program goes on, and the code of the struck response is never redeemed.
    var leavesCode: Reaction? {
        let code = struck.answer?.location?.redirect.code
        guard !all.contains(where: { $0.presented != nil && $0.presented == code }) else { return nil }
        return all.contains(where: beginsSignIn) || later.contains { $0.tokenRequest != nil } ? .leftCode : nil
    }
}
