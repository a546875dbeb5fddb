import FoundationEssentials

extension Session {
    /// Asks userinfo about a token that an API rejected: once for each token, however many requests it answers.
    ///
    /// Returns the event of the answer as well: the cause of what follows.
    func opinion(
        on bearer: Bearer, cause: Int
    ) async throws(SessionError) -> (opinion: UserInfoOpinion, event: Int) {
        try await opinions.outcome(of: bearer.token) { [self] () async throws(SessionError) in
            await askUserInfo(about: bearer, cause: cause)
        }.value()
    }

    private func askUserInfo(about bearer: Bearer, cause: Int) async -> (opinion: UserInfoOpinion, event: Int) {
        let scope = scope(generation: bearer.generation, cause: cause)
        let url: URL
        do throws(SessionError) {
            url = try await provider(scope).url(of: .userInfo)
        } catch {
            if case .unsupported = error { return (.notOffered, cause) }
            return (.none, cause)
        }
        let outcome = await UserInfoEndpoint(provider(scope)).fetch(
            accessToken: bearer.token, subject: machine.active?.subject)
        guard machine.isCurrent(bearer.generation) else { return (.none, cause) }
        switch outcome {
        case .fetched(let info):
            update {
                $0.vouch(for: bearer.token, at: clock.uptime)
                $0.adoptUserInfo(info)
            }
            scope.report(.userInfoFetched(info))
            confirm(generation: bearer.generation, cause: cause)
            return (.accepted, cause)
        case .unauthorized(let challenge) where challenge?.isAboutAnotherSignIn != true:
            update { $0.recordUnauthorized() }
            var facts = RequestFacts(id: 0, method: "GET", url: Redaction.url(url))
            facts.token = bearer.fingerprint
            facts.attempts = 1
            facts.status = 401
            let event = scope.report(.unauthorized(facts, challenge))
            // A token that has run out meanwhile says nothing about the next one.
            return (bearer.hasEnded(at: clock.uptime) ? .none : .rejected, event)
        case .unauthorized, .tokenRejected, .failed: return (.none, cause)
        }
    }
}
