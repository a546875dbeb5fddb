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
            detection: .whenSent { inquiry in
                let message = inquiry.message
                guard message.isOfResource, let record = inquiry.token(message.bearer),
                    let rejection = record.rejections.first(where: { $0.origin == message.origin }),
                    rejection.first.moment <= message.begin
                else { return nil }
                let again = inquiry.others(presenting: message.bearer).first {
                    $0.origin == message.origin && $0.id != rejection.first.message
                        && rejection.first.moment <= $0.begin && $0.begin <= message.begin
                }
                return again.map { inquiry.broken(after: rejection.first.message, $0.id) }
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
                    inquiry.pause(after: call).map({ $0 <= .seconds(60) }) ?? false
                else { return nil }
                // Close to its end the access token is refreshed anyway.
                guard let expiry = inquiry.token(call.bearer)?.expiry, expiry > inquiry.message.begin + 60 else {
                    return inquiry.undecided(after: call.id)
                }
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
                    call.refusal == .insufficientScope, !session.wantedScope.isSubset(of: facts.scope),
                    inquiry.pause(after: call).map({ $0 <= .seconds(600) }) ?? false
                else { return nil }
                return inquiry.broken(for: session, after: call.id)
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
                let wasAsked =
                    inquiry.latestMessage(of: old, where: { $0.isOfResource })?.refusal?.asksForStepUp == true
                guard latest.delivered <= request.begin, !attempt.facts.asksForMore, !wasAsked,
                    attempt.facts.scope.isSubset(of: old.scope), attempt.facts.resources == old.resources
                else { return nil }
                // A client with a secret may serve the same user on two devices, and without ID tokens there may be two.
                return inquiry.isPublic(facts) && new.subject != nil
                    ? inquiry.broken(for: old, after: latest.message, attempt.id)
                    : inquiry.undecided(after: latest.message, attempt.id)
            }),
    ]
}
