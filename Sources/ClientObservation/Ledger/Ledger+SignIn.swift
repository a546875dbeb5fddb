import FoundationEssentials

extension Ledger {
    /// Records an authorization request; one that was pushed before, or is sent again as it was, is the same attempt.
    mutating func recordAttempt(_ facts: AuthorizationFacts, in sighting: Sighting) {
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

    /// The authorization request whose code a message redeems: by the code's way back, by the verifier, or by the
    /// client and the redirect URI.
    func attempt(of facts: TokenRequestFacts, in message: Sighting) -> SignInAttempt? {
        if let attempt = facts.code.flatMap({ tokens[$0]?.attempt }) { return attempts[attempt] }
        let challenges = [facts.challenge, facts.verifier].compactMap(\.self)
        if let attempt = latestAttempt(where: { $0.facts.challenge.map(challenges.contains) ?? false }) {
            return attempt
        }
        return onlyAttempt(before: message) {
            $0.facts.client == facts.client && $0.facts.redirectURI == facts.redirectURI
                && ($0.facts.challenge == nil) == challenges.isEmpty && $0.provider == message.provider
        }
    }

    private func latestAttempt(where isMeant: (SignInAttempt) -> Bool) -> SignInAttempt? {
        attempts.values.filter(isMeant).max { $0.id < $1.id }
    }

    /// The one that is not over and may still be: a code lives ten minutes at most (RFC 6749 §4.1.2).
    ///
    /// Of several, any may be meant.
    private func onlyAttempt(
        before message: Sighting, where isMeant: (SignInAttempt) -> Bool
    ) -> SignInAttempt? {
        let meant = attempts.values.filter { attempt in
            attempt.completion == nil && isMeant(attempt)
                && attempt.messages.last.flatMap { sightings[$0] }.map { $0.begin > message.begin - 600 } ?? false
        }
        return meant.count == 1 ? meant.first : nil
    }

    /// Records a code on its way back to the client, in the answer to its authorization request or in a redirect.
    mutating func recordCode(of facts: RedirectFacts, to place: SecretID, in message: Sighting) {
        guard let code = facts.code else { return }
        var record = tokens[code] ?? TokenRecord(.code)
        if record.attempt == nil {
            let attempt =
                latestAttempt { $0.messages.contains(message.id) }
                ?? facts.state.flatMap { state in latestAttempt { $0.facts.state == state } }
                ?? onlyAttempt(before: message) { $0.facts.state == nil && $0.facts.redirectPlace == place }
            record.attempt = attempt?.id
        }
        if record.redirect == nil {
            record.redirect = facts
            record.redirectMessage = message.id
        }
        tokens[code] = record
    }
}
