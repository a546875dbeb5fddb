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

extension SessionMachine {
    /// What a 401 leads to.
    enum Judgement: Sendable {
        /// The answer goes to the caller, and the session is as it was.
        case surface(AuthorizedResponse.Verdict)
        /// The present token is another one already: it is worth one retry.
        case retry(Bearer)
        case refresh
        case end(SessionEnd)
        /// The session that the request began under is gone; this is what its caller is told.
        case gone(SessionError)
    }

    /// Decides by the 401 policy; changes nothing.
    func judge(_ rejection: Rejection) -> Judgement {
        let challenge = rejection.challenge
        let rejected = Judgement.surface(.rejected(challenge))
        guard isCurrent(rejection.bearer.generation) else {
            guard generation == rejection.bearer.generation, case .none(let end) = phase, end.isForced else {
                return .gone(.sessionChanged)
            }
            return rejection.attempt > 1 ? rejected : .gone(.sessionExpired(end))
        }
        switch challenge?.error {
        case "insufficient_user_authentication":
            return .surface(.stepUpRequired(acrValues: challenge?.acrValues ?? [], maxAge: challenge?.maxAge))
        case "insufficient_scope": return .surface(.insufficientScope(challenge?.scope ?? []))
        default: break
        }
        guard policy != .report, let active, let present = bearer else { return rejected }
        let isFirstAttempt = rejection.attempt == 1
        if active.credentials.access != rejection.bearer.token, !active.credentials.isAccessRejected {
            // An older token says nothing about the session.
            return isFirstAttempt ? .retry(present) : rejected
        }
        switch policy {
        case .report: return rejected
        case .forceLogout: return .end(.forcedOut(request: rejection.requestName))
        case .refreshThenForceLogout:
            if isFirstAttempt, active.credentials.refresh != nil { return .refresh }
            // Only a token that the provider gave since the request began proves that no token will do.
            let isFresh = active.credentials.accessArrivedAt >= rejection.requestBegan
            return isFirstAttempt || isFresh ? .end(.forcedOut(request: rejection.requestName)) : rejected
        }
    }
}
