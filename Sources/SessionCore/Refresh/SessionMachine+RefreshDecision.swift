extension SessionMachine {
    /// How a request for an access token is answered.
    enum Access: Sendable {
        case use(Bearer)
        case join(RefreshFlight)
        case refresh(RefreshTrigger)
        case fail(SessionError)
        /// The token has expired and nothing can renew it, so that the session ends.
        case end(SessionEnd)
    }

    /// Why the caller may not use the present token.
    enum Objection: Sendable {
        /// No objection, if the token is valid for long enough.
        case none(minimumValidity: Duration?)
        /// A server rejected this very token.
        case rejected(Secret, RefreshTrigger)
        /// The caller requires a new token in any case.
        case notNewEnough(RefreshTrigger)
    }

    /// Decides whether the present token can be used or a refresh is due; changes nothing.
    func access(_ objection: Objection, at uptime: Duration) -> Access {
        guard case .active(let active) = phase, let bearer else { return .fail(absence) }
        let credentials = active.credentials
        let isExpired = credentials.isExpired(at: uptime)
        var trigger: RefreshTrigger = isExpired ? .expired : .expiringSoon
        var isForced = false
        switch objection {
        case .none(let minimumValidity):
            let end = credentials.usableUntil(margin: margin, minimumValidity: minimumValidity)
            if end.map({ uptime < $0 }) ?? true { return .use(bearer) }
        case .rejected(let token, let cause):
            // Another caller's refresh has replaced it already.
            if credentials.access != token, !isExpired { return .use(bearer) }
            (trigger, isForced) = (cause, true)
        case .notNewEnough(let cause):
            (trigger, isForced) = (cause, true)
        }
        guard credentials.isRenewable else {
            if isExpired { return .end(.expiredWithoutRefreshToken) }
            return isForced ? .fail(.unsupported("a refresh: it issued no refresh token")) : .use(bearer)
        }
        if let flight { return .join(flight) }
        if let pause = backOff.pause(at: uptime) {
            guard isExpired || isForced else { return .use(bearer) }
            return .fail(.backingOff(retryAfter: pause.remaining, after: pause.failure))
        }
        return .refresh(trigger)
    }

    /// The error for a caller that needs a session, where there is none.
    var absence: SessionError {
        switch phase {
        case .unknown: .notConfigured
        case .none(let end): end.isForced ? .sessionExpired(end) : .noSession
        case .active: .sessionChanged
        }
    }
}
