import SessionCore

extension FindingRule {
    /// What protects one sign-in, and no other.
    static let ofSignInSecrets: [FindingRule] = [
        FindingRule(
            "verifier-used-twice", .error,
            "two authorization codes were redeemed with the same code verifier",
            advice: "Draw a new verifier for each authorization request.",
            .rfc(7636, "4.1"),
            needs: [.codeRedemption],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.tokenRequest, let verifier = facts.verifier,
                    let first = inquiry.ledger.verifiers[verifier], first.code != facts.code
                else { return nil }
                return inquiry.broken(after: first.message)
            }),
        FindingRule(
            "state-used-twice", .error,
            "two authorization requests whose codes were redeemed have the same state",
            advice: "Draw a new state for each authorization request.",
            .rfc(6749, "10.12"), .rfc(9700, "4.7.1"),
            needs: [.authorizationRequest, .codeRedemption],
            detection: .whenSent { $0.attempts(sharing: \.state) }),
        FindingRule(
            "nonce-used-twice", .error,
            "two authorization requests whose codes were redeemed have the same nonce",
            advice: "Draw a new nonce for each authorization request.",
            .openIDConnectCore("3.1.2.1"), .openIDConnectCore("15.5.2"),
            needs: [.authorizationRequest, .codeRedemption],
            detection: .whenSent { $0.attempts(sharing: \.nonce) }),
        FindingRule(
            "other-issuer-accepted", .error,
            "a code was redeemed although the answer that brought it names another issuer, or none",
            advice: "Compare iss of the authorization response with the provider's issuer before the code is sent.",
            .rfc(9207, "2.4"), .rfc(9700, "4.4.2"),
            needs: [.metadata, .authorizationResponse, .codeRedemption],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.redemption,
                    let code = inquiry.token(facts.code), let redirect = code.redirect,
                    let provider = inquiry.provider, let issuer = provider.issuer
                else { return nil }
                let isRight =
                    redirect.issuer.map { URLPlace.normalized(url: $0) == URLPlace.normalized(url: issuer) }
                    ?? !provider.sendsIssuer
                return isRight ? nil : inquiry.broken(after: code.redirectMessage)
            }),
    ]
}

extension Inquiry {
    /// Broken where the attempt whose code is redeemed shares a value with one whose code has been redeemed.
    fileprivate func attempts(sharing value: (AuthorizationFacts) -> SecretID?) -> Judgement? {
        guard let attempt, let shared = value(attempt.facts) else { return nil }
        let other = ledger.attempts.values
            .filter { $0.id != attempt.id && $0.completion != nil && value($0.facts) == shared }
            .min { $0.id < $1.id }
        return other.map { broken(after: $0.id, $0.completion, attempt.id) }
    }
}
