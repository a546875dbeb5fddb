public import FoundationEssentials

extension SessionMachine {
    /// What a refusal leads to that does not say that the refresh token is invalid.
    enum Suspected: Sendable, Equatable {
        case suspected(SessionSuspicion)
        /// The refusal came too soon after the last one to count.
        case known
        case end
    }

    /// Notes such a refusal of the refresh that began at `beganAt`, or decides that the session is over.
    mutating func suspect(
        _ refusal: RefreshRefusal, retryAfter: Duration?, beganAt: Duration, uptime: Duration, now: Date
    ) -> Suspected {
        guard let credentials = active?.credentials else { return .known }
        let beganAtDate = now.addingTimeInterval((beganAt - uptime).seconds)
        var suspicion = SessionSuspicion(
            refusal: refusal, count: 1, lastAt: beganAtDate, pause: BackOff.pause(retryAfter: retryAfter),
            lastAtUptime: beganAt)
        if let last = credentials.suspicion {
            // A clock that was set back may not put the next one off for ever.
            let isRepeated = beganAt >= last.lastAtUptime + last.pause
            guard isRepeated || last.lastAt > now else { return .known }
            suspicion.count = isRepeated ? min(last.count + 1, SessionSuspicion.countLimit) : last.count
        }
        if suspicion.count > 1, credentials.isExpired(at: uptime) { return .end }
        noteSuspicion(suspicion)
        return .suspected(suspicion)
    }
}

extension SessionSuspicion {
    /// Creates a suspicion, for displays and tests.
    public init(refusal: RefreshRefusal, count: Int, lastAt: Date) {
        self.init(refusal: refusal, count: count, lastAt: lastAt, pause: BackOff.shortest, lastAtUptime: .zero)
    }

    /// Counting further says nothing more.
    static let countLimit = 1_000
}
