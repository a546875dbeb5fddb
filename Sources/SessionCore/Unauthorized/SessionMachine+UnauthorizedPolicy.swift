/// A 401 to a request that carried a token of this session.
struct Rejection: Sendable {
    let bearer: Bearer
    let attempt: Int
    /// When the first attempt of the request was begun, by ``SessionClock/uptime``.
    let requestBegan: Duration
    let challenge: AuthenticationChallenge?
    /// `GET /orders`: what the session's end is explained with.
    let requestName: String
}

/// What the provider's userinfo endpoint says of a token that an API rejected.
enum UserInfoOpinion: Sendable, Equatable {
    case accepted
    case rejected
    /// The provider has no userinfo endpoint.
    case notOffered
    /// No answer that says anything about the token: the network, a 5xx, a 403.
    case none
}

extension SessionMachine {
    /// What a 401 leads to.
    enum Judgement: Sendable, Equatable {
        /// The answer goes to the caller, and the session and its token are as they were.
        case surface(AuthorizedResponse.Verdict)
        /// The answer goes to the caller, and the token is not used again.
        case discard(AuthorizedResponse.Verdict)
        /// The present token is another one already: it is worth one retry.
        case retry(Bearer)
        case refresh
        /// Userinfo decides: the judgement is asked for again with its opinion.
        case askUserInfo
        case end(SessionEnd)
        /// The session that the request began under is gone; this is what its caller learns.
        case gone(AuthorizedResponse.Verdict)
    }

    /// Decides by the 401 policy; changes nothing.
    ///
    /// `opinion` is that of userinfo on the token that the request carried, once it has been asked.
    func judge(_ rejection: Rejection, opinion: UserInfoOpinion? = nil) -> Judgement {
        let challenge = rejection.challenge
        guard isCurrent(rejection.bearer.generation) else {
            guard generation == rejection.bearer.generation, case .none(let end) = phase, end.isForced else {
                return .gone(.sessionChanged(challenge))
            }
            return .gone(.sessionEnded(challenge, end))
        }
        switch challenge?.error {
        case "insufficient_user_authentication":
            return .surface(.stepUpRequired(acrValues: challenge?.acrValues ?? [], maxAge: challenge?.maxAge))
        case "insufficient_scope": return .surface(.insufficientScope(challenge?.scope ?? []))
        default: break
        }
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
        if rejection.attempt == 1 { return credentials.refresh == nil ? end : .refresh }
        // Only a token that the provider gave since the request began proves that no token will do.
        guard credentials.accessArrivedAt >= rejection.requestBegan else { return .discard(.rejected(challenge)) }
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
