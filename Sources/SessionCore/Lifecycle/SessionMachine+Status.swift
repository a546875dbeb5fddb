import FoundationEssentials

extension SessionMachine {
    /// All that can be shown at one moment.
    func status(at moment: ClockReading, verified: ClockReading?) -> SessionStatus {
        let (now, uptime) = (moment.time, moment.uptime)
        var status = SessionStatus()
        status.state = state
        status.flow = active?.flow ?? endedSession?.flow
        status.generation = generation
        status.clockSkew = clockSkew(at: moment)
        status.refreshCount = refreshCount
        status.unauthorizedCount = unauthorizedCount
        status.lastRefreshAt = lastRefreshAt
        status.endedSession = endedSession
        status.refreshWaiters = flight?.outcome.waiterCount
        guard let active else { return status }
        status.clockSkew = status.clockSkew ?? active.credentials.clockSkew
        let tokens = SessionTokens(active.credentials, now: now, uptime: uptime)
        status.verifiedAt = verified?.time(by: moment)
        status.suspicion = active.credentials.suspicion
        status.accessToken = tokens.access
        status.refreshToken = tokens.refresh
        status.grantEndsAt = active.credentials.grantEnd?.time(by: moment)
        status.idToken = tokens.idToken
        status.scope = tokens.scope
        status.requestedScope = active.credentials.requestedScope
        status.subject = active.subject
        status.userInfo = active.userInfo
        status.refreshDeferral = active.credentials.refreshDeferral
        status.isRenewedByFlow = active.credentials.isRepeatable
        if active.credentials.isRenewable {
            let pause = backOff.pause(at: uptime)?.remaining ?? .zero
            let due = active.credentials.usableUntil(margin: margin, minimumValidity: nil)
                .map { now.addingTimeInterval(max($0 - uptime, pause).seconds) }
            if status.refreshDeferral == nil { status.refreshDueAt = due } else { status.refreshedByCallsFrom = due }
        }
        return status
    }
}

extension SessionTokens {
    init(_ credentials: Credentials, now: Date, uptime: Duration) {
        self.init(
            access: TokenStatus(
                fingerprint: credentials.access.fingerprint,
                obtainedAt: credentials.accessObtainedAt(by: ClockReading(now, uptime)),
                expiry: credentials.accessExpiry(now: now, uptime: uptime)),
            refresh: credentials.refresh.map {
                TokenStatus(
                    fingerprint: $0.fingerprint,
                    obtainedAt: credentials.refreshObtainedAt(by: ClockReading(now, uptime)),
                    expiry: credentials.refreshExpiry(now: now, uptime: uptime))
            },
            idToken: credentials.idToken.map {
                IDTokenStatus(fingerprint: $0.token.fingerprint, expiresAt: $0.expiresAt, trust: $0.trust)
            },
            scope: credentials.scope)
        isRenewedByFlow = credentials.isRepeatable
    }
}

extension Credentials {
    /// When the access token was asked for, by the wall clock as it is now.
    fileprivate func accessObtainedAt(by now: ClockReading) -> Date {
        guard let accessEnd, let accessLifetime else { return accessObtainedAt }
        return ClockReading(accessObtainedAt, accessEnd - accessLifetime).time(by: now)
    }

    fileprivate func refreshObtainedAt(by now: ClockReading) -> Date {
        guard let refreshEnd, let refreshLifetime else { return refreshObtainedAt }
        return ClockReading(refreshObtainedAt, refreshEnd - refreshLifetime.duration).time(by: now)
    }

    /// The end of the access token by the wall clock as it is now, however it was set when the token came.
    fileprivate func accessExpiry(now: Date, uptime: Duration) -> TokenExpiry {
        func date(_ moment: Duration) -> Date { now.addingTimeInterval((moment - uptime).seconds) }
        if let accessRejectedAt, accessEnd.map({ accessRejectedAt < $0 }) ?? true {
            return .at(date(accessRejectedAt), isAccessDeclaredExpired ? .declared : .rejected)
        }
        return accessEnd.map { .at(date($0), .expiresIn) } ?? .unknown
    }

    fileprivate func refreshExpiry(now: Date, uptime: Duration) -> TokenExpiry {
        guard let refreshEnd, let refreshLifetime else { return .unknown }
        return .at(now.addingTimeInterval((refreshEnd - uptime).seconds), refreshLifetime.source)
    }
}
