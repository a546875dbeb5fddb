import FoundationEssentials
import SessionCore

extension FindingRule {
    /// 401, 403 and steps up.
    static let ofRefusals: [FindingRule] = [
        FindingRule(
            "rejected-token-sent-again", .error,
            "an access token was sent again and again to an API that had answered 401 to it",
            advice: "After a 401 refresh, and repeat the request once with the new token.",
            .rfc(6750, "3.1"),
            needs: [.call],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.isOfResource, let record = inquiry.token(message.bearer),
                    let rejection = record.rejections.first(where: { $0.origin == message.origin }),
                    rejection.first.moment <= message.begin
                else { return nil }
                let refusal = rejection.first.moment
                let known = record.lateEnd(refusedAt: refusal)
                let again = inquiry.others(presenting: message.bearer).filter {
                    $0.origin == message.origin && $0.id < message.id && $0.id != rejection.first.message
                        && known <= $0.begin
                }
                guard !inquiry.waitsForRefresh(message, since: refusal), let first = again.first else { return nil }
                if inquiry.isThirdInARow(where: \.isUnauthorized) {
                    return inquiry.broken(after: rejection.first.message, first.id)
                }
                let certain = again.first {
                    $0.begin > known + Inquiry.reaction / .seconds(1) && !inquiry.waitsForRefresh($0, since: refusal)
                }
                return certain.map { inquiry.broken(after: rejection.first.message, $0.id) }
            }),
        FindingRule(
            "step-up-answered-by-refresh", .warning,
            "an API asked for another sign-in or for more scope, and the client sent a refresh",
            advice:
                "Begin a new authorization request with what the challenge asks for; a refresh can't widen a token.",
            .rfc(9470, "4"), .rfc(6750, "3.1"),
            needs: [.call, .refresh],
            detection: .whenSent { inquiry in
                guard inquiry.message.refreshToken != nil, let session = inquiry.session,
                    let call = inquiry.latestMessage(of: session, where: { $0.isOfResource }),
                    call.refusal?.asksForStepUp == true,
                    let pause = inquiry.pause(after: call), pause <= .seconds(60),
                    inquiry.message.tokenRequest?.hasClaims == false
                else { return nil }
                // Some providers widen a token where the user has agreed to that before.
                let asked = inquiry.message.tokenRequest?.scope ?? []
                // A refresh for another resource is no answer to the challenge.
                let isForResource = inquiry.message.tokenRequest?.resources.isSubset(of: session.purpose.resources)
                guard isForResource != false, asked.isDisjoint(with: call.answer?.challengedScope ?? []),
                    inquiry.hasNoOtherReasonToRefresh(after: call)
                else { return inquiry.undecided(after: call.id) }
                return inquiry.broken(after: call.id)
            }),
        FindingRule(
            "scope-dropped-at-step-up", .warning,
            "an authorization request after a challenge asks for less than the session has",
            advice: "Ask for the scope that the session has together with that of the challenge.",
            .rfc(6749, "3.3"), .rfc(6750, "3.1"),
            needs: [.call, .authorizationRequest],
            detection: .whenSent { inquiry in
                guard inquiry.beginsSignIn, let facts = inquiry.message.authorization, !facts.scope.isEmpty,
                    let session = inquiry.onlySessionOfClient,
                    let call = inquiry.latestMessage(of: session, where: { $0.isOfResource }),
                    call.refusal == .insufficientScope, !session.wantedScope.subtractingNames(of: facts.scope).isEmpty,
                    let pause = inquiry.pause(after: call), pause <= .seconds(600)
                else { return nil }
                return pause <= Inquiry.reaction
                    ? inquiry.undecided(after: call.id) : inquiry.broken(for: session, after: call.id)
            }),
        FindingRule(
            "sign-in-although-refreshable", .warning,
            "the same user signed in again although the session's refresh token was good",
            advice: "Refresh first, and ask the user only where the provider refuses that.",
            .rfc(6749, "1.5"),
            needs: [.authorizationRequest, .codeRedemption, .tokens],
            detection: .whenEnded { inquiry in
                guard let facts = inquiry.message.redemption,
                    inquiry.message.isSuccess, let new = inquiry.session, let old = inquiry.onlySessionOfClient,
                    old.generationCount > 0, old.subject == new.subject
                else { return nil }
                guard let attempt = inquiry.attempt, let request = inquiry.message(attempt.id),
                    let latest = old.generations.last
                else { return inquiry.undecided(after: old.began) }
                let asksForMore = inquiry.asksBeyondRefresh(attempt.facts, of: old)
                guard latest.delivered <= request.begin, asksForMore != true, !inquiry.isAskedToStepUp(old),
                    // Then `credentials-dropped-after-failure` is what is wrong.
                    inquiry.failedRefresh(of: old) == nil
                else { return nil }
                // Tokens that nobody has used may have been refused, and those of another process came as this one
                // asked. A client with a secret may serve the same user on two devices, and without ID tokens there may
                // be two.
                let isUsed = inquiry.isUsed(latest, before: request)
                // One that was at work before these tokens came may have been on its way to ask.
                let isOwn =
                    latest.sender == request.sender
                    || !inquiry.ledger.sightings.values.contains {
                        $0.sender == request.sender && $0.begin < latest.delivered
                    }
                let isKnown = isUsed && isOwn && latest.delivered + Inquiry.reaction / .seconds(1) < request.begin
                return isKnown && asksForMore == false && inquiry.isPublic(facts) == true && new.subject != nil
                    ? inquiry.broken(for: old, after: latest.message, attempt.id)
                    : inquiry.undecided(after: latest.message, attempt.id)
            }),
    ]
}

extension TokenRecord {
    /// When each client knows that it has ended: one that counts whole seconds, as `expires_in` does, sees the end of
    /// the lifetime up to one second late.
    fileprivate func lateEnd(refusedAt refusal: Date) -> Date {
        guard let expiry, refusal >= expiry, refusal < expiry + 1 else { return refusal }
        return expiry + 1
    }
}

extension Inquiry {
    /// Whether the token of a call, which no API has refused, is good for more than half of its lifetime and a minute:
    /// close to its end it is refreshed anyway, and after a 401 at once.
    fileprivate func hasNoOtherReasonToRefresh(after call: Sighting) -> Bool {
        guard let record = token(call.bearer), record.rejections.isEmpty, let expiry = record.expiry,
            let issued = record.issued?.moment
        else { return false }
        let left = expiry.timeIntervalSince(message.begin)
        return left > 60 && left > expiry.timeIntervalSince(issued) / 2
    }

    /// How long a refresh may be waited for: calls that are sent in the meantime have the token from before it.
    private static let patience = Duration.seconds(2)
    private static let longestPause = Duration.seconds(60)

    /// Whether a call was sent before a refresh that began after the refusal had ended, or while the provider asked
    /// for patience with that.
    fileprivate func waitsForRefresh(_ call: Sighting, since refusal: Date) -> Bool {
        session?.messages.contains { id in
            guard let refresh = message(id), refresh.refreshToken != nil, refresh.begin >= refusal else { return false }
            if let end = refresh.end, let pause = refresh.answer?.retryAfter {
                return call.begin <= end + min(pause, Self.longestPause) / .seconds(1)
            }
            let isSoon = call.begin <= refusal + Self.patience / .seconds(1)
            return isSoon && refresh.end.map { call.begin <= $0 + Self.reaction / .seconds(1) } ?? true
        } ?? false
    }
}
