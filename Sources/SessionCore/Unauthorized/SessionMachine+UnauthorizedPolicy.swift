extension SessionMachine {
    /// What a 401 leads to.
    enum Judgement: Sendable, Equatable {
        /// The answer goes to the caller, and the session and its token are as they were.
        case surface(AuthorizedResponse.Verdict)
        /// The answer goes to the caller, and the token is not used again.
        case discard(AuthorizedResponse.Verdict)
        /// The session has another token by now; retry once with it.
        case retry(Bearer)
        case refresh
        /// The userinfo endpoint decides: judge again with its opinion.
        case askUserInfo
        case end(SessionEnd)
        /// The session that the request began under has ended; its caller gets this verdict.
        case gone(AuthorizedResponse.Verdict)
    }

    /// Decides by the 401 policy; changes nothing.
    ///
    /// `opinion` is the userinfo endpoint's on the token of the request, after it was asked.
    func judge(_ rejection: Rejection, opinion: UserInfoOpinion? = nil) -> Judgement {
        let challenge = rejection.challenge
        guard isCurrent(rejection.bearer.generation) else {
            guard case .sessionExpired(let end) = absence(since: rejection.bearer.generation) else {
                return .gone(.sessionChanged(challenge))
            }
            return .gone(.sessionEnded(challenge, end))
        }
        if let challenge, challenge.error == "insufficient_scope" {
            return .surface(.insufficientScope(challenge.scope))
        }
        if let challenge, challenge.asksForStepUp { return .surface(.stepUp(challenge)) }
        guard policy != .report, let active, let present = bearer else { return .surface(.rejected(challenge)) }
        let credentials = active.credentials
        if credentials.access != rejection.bearer.token, !credentials.isAccessRejected {
            // An older token says nothing about the session.
            return rejection.attempt == 1 ? .retry(present) : .surface(.rejected(challenge))
        }
        switch policy {
        case .report: return .surface(.rejected(challenge))
        case .forceLogout: return .end(.forcedOut(request: rejection.requestName))
        case .refreshThenForceLogout: return judgeByRefresh(rejection, active, opinion)
        }
    }

    /// One refresh, one retry; a token that is rejected although the provider has just issued it is shown to userinfo,
    /// since the API may lack an audience or a scope.
    private func judgeByRefresh(
        _ rejection: Rejection, _ active: Active, _ opinion: UserInfoOpinion?
    ) -> Judgement {
        let challenge = rejection.challenge
        let credentials = active.credentials
        let end = Judgement.end(.forcedOut(request: rejection.requestName))
        let isCalledInvalid = challenge?.error == "invalid_token"
        if credentials.isAccessVouched, !credentials.isAccessRejected, !isCalledInvalid {
            return .surface(.rejectedByAPI(challenge))
        }
        if rejection.attempt == 1 { return credentials.isRenewable ? .refresh : end }
        // Only a token that the provider issued since the request began proves that no token will do.
        guard credentials.accessArrivedAt >= rejection.requestBegan else { return .discard(.rejected(challenge)) }
        // The provider issues the next token just so, and has no session that a sign-in would replace.
        if credentials.isRepeatable { return .surface(.rejectedByAPI(challenge)) }
        if isCalledInvalid || !active.hasUser { return end }
        switch opinion {
        case nil: return .askUserInfo
        case .accepted: return .surface(.rejectedByAPI(challenge))
        case .rejected, .notOffered: return end
        // Nothing is proven.
        case .some(.none): return .surface(.rejected(challenge))
        }
    }
}

extension SessionMachine {
    /// What userinfo's own 401 leads to.
    enum UserInfoJudgement: Sendable, Equatable {
        /// The session of the userinfo request has ended; its caller gets this error.
        case gone(SessionError)
        /// The endpoint demands another scope or a step-up; the session is unchanged.
        case refused(OAuthError)
        /// The token is not used again, and the next one is sent to userinfo.
        case refresh
        case end(SessionEnd)
    }

    /// Decides about a 401 of the provider itself, under every policy alike; changes nothing.
    func judgeUserInfo(_ rejection: Rejection) -> UserInfoJudgement {
        let generation = rejection.bearer.generation
        guard isCurrent(generation), let credentials = active?.credentials else {
            return .gone(absence(since: generation))
        }
        if let challenge = rejection.challenge, challenge.isAboutAnotherSignIn, let code = challenge.error {
            return .refused(OAuthError(code: code, detail: challenge.errorDescription, status: 401))
        }
        guard credentials.access == rejection.bearer.token else { return .refresh }
        let isFresh = credentials.accessArrivedAt >= rejection.requestBegan
        if credentials.isRenewable, !isFresh { return .refresh }
        guard credentials.isRepeatable else { return .end(.userInfoRejected) }
        let challenge = rejection.challenge
        return .refused(
            OAuthError(code: challenge?.error ?? "invalid_token", detail: challenge?.errorDescription, status: 401))
    }
}
