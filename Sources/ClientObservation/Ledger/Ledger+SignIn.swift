extension Ledger {
    /// Notes an authorization request; one that was pushed before, or is sent again as it was, is the same attempt.
    mutating func noteAttempt(_ facts: AuthorizationFacts, in sighting: Sighting) {
        let known =
            facts.requestURI.flatMap { pushed[$0] } ?? attempt(like: facts, provider: sighting.provider)?.id
        if let known {
            attempts.change(known) { $0.messages.append(sighting.id, keeping: 16) }
        } else if facts.requestURI == nil, !facts.isOpaque {
            attempts[sighting.id] = SignInAttempt(
                id: sighting.id, provider: sighting.provider, facts: facts, messages: [sighting.id])
        }
    }

    /// The attempt that has the same state, nonce and challenge, as a page that is loaded again has, and is not over.
    func attempt(like facts: AuthorizationFacts, provider: Int?) -> SignInAttempt? {
        attempts.values.first {
            $0.facts.state == facts.state && $0.facts.nonce == facts.nonce && $0.facts.challenge == facts.challenge
                && $0.facts.client == facts.client && $0.provider == provider && $0.completion == nil
        }
    }

    /// The authorization request whose code a message redeems: by the code's way back, or by the verifier.
    func attempt(of facts: TokenRequestFacts) -> SignInAttempt? {
        if let attempt = facts.code.flatMap({ tokens[$0]?.attempt }) { return attempts[attempt] }
        let challenges = [facts.challenge, facts.verifier].compactMap(\.self)
        guard !challenges.isEmpty else { return nil }
        return attempts.values.filter { $0.facts.challenge.map(challenges.contains) ?? false }.max { $0.id < $1.id }
    }

    /// Notes a code on its way back to the client.
    mutating func noteCode(of facts: RedirectFacts, in message: Int) {
        guard let code = facts.code else { return }
        var record = tokens[code] ?? TokenRecord(.code)
        if record.attempt == nil, let state = facts.state {
            record.attempt = attempts.values.filter { $0.facts.state == state }.max { $0.id < $1.id }?.id
        }
        if record.redirect == nil {
            record.redirect = facts
            record.redirectMessage = message
        }
        tokens[code] = record
    }
}
