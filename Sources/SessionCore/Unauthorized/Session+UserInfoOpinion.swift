import FoundationEssentials

extension Session {
    /// What userinfo says of a token that an API rejected: asked once for each token, however many requests want to
    /// know at the same time.
    ///
    /// Returns the event that told of it as well: the cause of what follows.
    func opinion(
        on bearer: Bearer, cause: Int
    ) async throws(SessionError) -> (opinion: UserInfoOpinion, event: Int) {
        if let asked = opinions[bearer.token] { return try await asked.value() }
        let outcome = SharedOutcome<(opinion: UserInfoOpinion, event: Int)>()
        opinions[bearer.token] = outcome
        Task {
            let opinion = await askUserInfo(about: bearer, cause: cause)
            opinions[bearer.token] = nil
            outcome.finish(.success(opinion))
        }
        return try await outcome.value()
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
            machine.vouch(for: bearer.token)
            machine.noteUserInfo(info)
            scope.report(.userInfoFetched(info))
            confirm(generation: bearer.generation, cause: cause)
            return (.accepted, cause)
        case .unauthorized(let challenge) where challenge?.isAboutAnotherSignIn != true:
            machine.noteUnauthorized()
            var facts = RequestFacts(id: 0, method: "GET", url: Redaction.url(url))
            facts.token = bearer.fingerprint
            facts.attempts = 1
            facts.status = 401
            return (.rejected, scope.report(.unauthorized(facts, challenge)))
        case .unauthorized, .failed: return (.none, cause)
        }
    }
}

extension AuthenticationChallenge {
    /// Whether another scope or another kind of sign-in is asked for, and the token is good.
    var isAboutAnotherSignIn: Bool { error == "insufficient_scope" || error == "insufficient_user_authentication" }
}
