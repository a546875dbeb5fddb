extension SessionMachine {
    /// What a 401 leads to.
    enum Decision: Sendable, Equatable {
        /// The answer goes to the caller, and the session and its token are as they were.
        case surface(AuthorizedResponse.Verdict)
        /// The answer goes to the caller, and the token is not used again.
        case discard(AuthorizedResponse.Verdict)
        /// The session has another token by now; retry once with it.
        case retry(Bearer)
        case refresh
        /// The userinfo endpoint decides: judge again with its opinion.
        case askUserInfo
        /// The session ends; its tokens are revoked only where the provider itself has rejected one.
        case end(SessionEnd, revoking: Bool)
        /// The session that the request began under has ended; its caller gets this verdict.
        case gone(AuthorizedResponse.Verdict)
    }

    /// Decides by the 401 policy; changes nothing.
    ///
    /// `opinion` is the userinfo endpoint's on the token of the request, after it was asked.
    func judge(_ rejection: Rejection, opinion: UserInfoOpinion? = nil) -> Decision {
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
        // There is no user whom a 401 could send to the sign-in.
        case .forceLogout where credentials.isRepeatable, .refreshThenForceLogout:
            return judgeByRefresh(rejection, active, opinion)
        case .forceLogout where rejection.isOfEndedToken: return .surface(.rejected(challenge))
        case .forceLogout: return .end(.forcedOut(request: rejection.requestName), revoking: false)
        }
    }

    /// One refresh, one retry; a token that is rejected although no refresh returns a better one is shown to userinfo:
    /// what an API says, `invalid_token` included, may be about its audience or a scope.
    private func judgeByRefresh(
        _ rejection: Rejection, _ active: Active, _ opinion: UserInfoOpinion?
    ) -> Decision {
        let challenge = rejection.challenge
        let credentials = active.credentials
        let isWorthRefresh = rejection.attempt == 1 && credentials.isRenewable
        if let opinion { return judge(rejection, active, by: opinion, isWorthRefresh: isWorthRefresh) }
        if rejection.isOfEndedToken { return isWorthRefresh ? .refresh : .surface(.rejected(challenge)) }
        if !credentials.isAccessRejected, credentials.accessVouchedAt != nil {
            return credentials.isAccessVouched(at: rejection.answeredAt)
                ? .surface(.rejectedByAPI(challenge)) : .askUserInfo
        }
        if isWorthRefresh { return .refresh }
        // Only the present token, issued since the request began, proves that no token will do.
        let isFresh =
            credentials.access == rejection.bearer.token && credentials.accessArrivedAt >= rejection.requestBegan
        if credentials.isRenewable, !isFresh { return .discard(.rejected(challenge)) }
        // The provider issues the next token just so, and has no session that a sign-in would replace.
        if credentials.isRepeatable { return .surface(.rejectedByAPI(challenge)) }
        return active.hasUser ? .askUserInfo : .end(.forcedOut(request: rejection.requestName), revoking: false)
    }

    private func judge(
        _ rejection: Rejection, _ active: Active, by opinion: UserInfoOpinion, isWorthRefresh: Bool
    ) -> Decision {
        switch opinion {
        case .accepted: .surface(.rejectedByAPI(rejection.challenge))
        case .rejected where isWorthRefresh: .refresh
        case .rejected where active.credentials.isOfOpenID:
            .end(.forcedOut(request: rejection.requestName), revoking: true)
        case .notOffered: .end(.forcedOut(request: rejection.requestName), revoking: false)
        // Nothing is proven.
        case .rejected, .none: .surface(.rejected(rejection.challenge))
        }
    }
}

extension SessionMachine {
    /// What userinfo's own 401 leads to.
    enum UserInfoJudgement: Sendable, Equatable {
        /// The session of the userinfo request has ended; its caller gets this error.
        case gone(SessionError)
        /// The answer goes to the caller, and the session is unchanged.
        case surface(SessionError)
        /// The token is not used again, and the next one is sent to userinfo.
        case refresh
        case end(SessionEnd)
    }

    /// Decides about a 401 of the provider itself, under every policy alike; changes nothing.
    ///
    /// `refusal` is the error of an answer that has another status and rejects the token all the same: it is worth a
    /// refresh, and never ends a session.
    func judgeUserInfo(_ rejection: Rejection, refusal: SessionError? = nil) -> UserInfoJudgement {
        let generation = rejection.bearer.generation
        guard isCurrent(generation), let credentials = active?.credentials else {
            return .gone(absence(since: generation))
        }
        if let challenge = rejection.challenge, challenge.isAboutAnotherSignIn, let code = challenge.error {
            let error = OAuthError(code: code, detail: challenge.errorDescription, status: 401)
            return .surface(.refused(error, during: .userInfo))
        }
        guard credentials.access == rejection.bearer.token else { return .refresh }
        let challenge = rejection.challenge
        let refused = SessionError.refused(
            OAuthError(
                code: challenge?.error ?? "invalid_token", detail: challenge?.errorDescription, status: 401),
            during: .userInfo)
        let isFresh = credentials.accessArrivedAt >= rejection.requestBegan
        if credentials.isRenewable, !isFresh { return .refresh }
        guard credentials.isOfOpenID else { return .surface(refusal ?? refused) }
        if let refusal { return .surface(refusal) }
        if credentials.isRepeatable { return .surface(refused) }
        guard rejection.isOfEndedToken else { return .end(.userInfoRejected) }
        return .surface(.server(status: 401, during: .userInfo, retryAfter: nil))
    }
}
