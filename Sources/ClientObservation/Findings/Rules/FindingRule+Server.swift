import FoundationEssentials
import SessionCore

extension FindingRule {
    /// Notes on what servers answer.
    static let ofServer: [FindingRule] = [
        FindingRule(
            "tokens-may-be-stored", .note,
            "an answer with tokens lacks Cache-Control: no-store",
            advice: "The token endpoint forbids caches to keep its answers.",
            .rfc(6749, "5.1"),
            of: .authorizationServer, needs: [.tokens],
            detection: .whenEnded { inquiry in
                guard let answer = inquiry.message.answer, answer.tokens != nil, !answer.forbidsStoring else {
                    return nil
                }
                return inquiry.broken()
            }),
        FindingRule(
            "challenge-missing", .note,
            "an API answered 401 without WWW-Authenticate",
            advice: "A 401 has a challenge, from which the client learns what is wrong with its token.",
            .rfc(9110, "15.5.2"), .rfc(6750, "3"),
            of: .resourceServer, needs: [.call],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.isOfResource, message.answer?.status == 401, message.answer?.isChallenging == false
                else { return nil }
                return inquiry.broken()
            }),
        FindingRule(
            "refresh-token-not-rotated", .note,
            "a refresh token of a public client stays good after its use, and is bound to no key",
            advice: "The provider rotates the refresh tokens of public clients, or binds them to a key.",
            .rfc(9700, "2.2.2"), .rfc(9700, "4.14.2"),
            of: .authorizationServer, needs: [.refreshAnswer],
            detection: .whenEnded { inquiry in
                guard let facts = inquiry.message.tokenRequest, facts.grant == .refreshToken,
                    inquiry.isPublic(facts) == true,
                    inquiry.message.proof == nil, let tokens = inquiry.message.answer?.tokens,
                    tokens.refresh == nil || tokens.refresh == facts.refreshToken
                else { return nil }
                return inquiry.broken()
            }),
        FindingRule(
            "spent-refresh-token-accepted", .note,
            "the provider answered with tokens to a refresh token that it had replaced",
            advice: "The provider takes the reuse of a spent refresh token for theft, and ends the session.",
            .rfc(9700, "4.14.2"),
            of: .authorizationServer, needs: [.refreshAnswer],
            detection: .whenEnded { inquiry in
                guard inquiry.message.answer?.tokens != nil,
                    let delivery = inquiry.token(inquiry.message.refreshToken)?.successors.first?.delivery,
                    delivery.moment <= inquiry.message.begin, delivery.message != inquiry.message.id
                else { return nil }
                return inquiry.broken(after: delivery.message)
            }),
        FindingRule(
            "clocks-differ", .note,
            "the provider's clock and this machine's differ by more than 30 s",
            advice: "Set both clocks by NTP: the times in tokens are compared with them.",
            .rfc(9110, "6.6.1"),
            of: nil, needs: [.tokenRequest],
            detection: .whenEnded { inquiry in
                let message = inquiry.message
                guard message.tokenRequest != nil, let date = message.answer?.date, let end = message.end,
                    date < message.begin - 30 || date > end + 30
                else { return nil }
                return inquiry.broken()
            }),
        FindingRule(
            "lifetime-missing", .note,
            "an answer with an access token does not say how long that lives",
            advice: "The token endpoint sends expires_in, so that a client can refresh in time.",
            .rfc(6749, "5.1"),
            of: .authorizationServer, needs: [.tokens],
            detection: .whenEnded { inquiry in
                guard let tokens = inquiry.message.answer?.tokens, tokens.access != nil, tokens.expiresIn == nil else {
                    return nil
                }
                return inquiry.broken()
            }),
    ]
}
