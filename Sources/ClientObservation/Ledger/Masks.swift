/// Texts that stand where secrets of several kinds belong: one text for all, put there by who cleaned an archive.
///
/// A program may take one secret for another; no server hands out one text as two.
struct Masks: Sendable {
    private var known = Bounded<SecretID, Bool>(limit: 64)

    /// Makes the tokens and codes of a request equal to none where they are masks, or shorter than any.
    mutating func cover(_ sighting: inout Sighting) {
        if case .token(var facts) = sighting.kind {
            if let code = facts.code, code == facts.verifier || code == facts.refreshToken { known[code] = true }
            facts.code = covered(facts.code)
            facts.refreshToken = covered(facts.refreshToken)
            facts.deviceCode = covered(facts.deviceCode)
            if facts.verifier.map(isKnown) == true {
                facts.verifier = facts.verifier?.masked
                (facts.challenge, facts.verifierForm) = (nil, nil)
            }
            sighting.kind = .token(facts)
        }
        if case .revocation(let token) = sighting.kind { sighting.kind = .revocation(covered(token)) }
        sighting.bearer = covered(sighting.bearer)
    }

    /// An answer, with its tokens equal to none where they are masks.
    mutating func covered(_ answer: AnswerFacts, to request: TokenRequestFacts?) -> AnswerFacts {
        var answer = answer
        if var tokens = answer.tokens {
            let others = [tokens.refresh, request?.code, request?.refreshToken, request?.deviceCode]
            if let access = tokens.access, others.contains(access) { known[access] = true }
            tokens.access = covered(tokens.access)
            tokens.refresh = covered(tokens.refresh)
            tokens.id = covered(tokens.id)
            answer.tokens = tokens
        }
        if let code = covered(answer.location?.redirect.code) { answer.location?.redirect.code = code }
        return answer
    }

    private func covered(_ secret: SecretID?) -> SecretID? {
        secret.map { !$0.isMasked && ($0.isTooShort || isKnown($0)) ? $0.masked : $0 }
    }

    private func isKnown(_ secret: SecretID) -> Bool { known[secret] != nil }
}
