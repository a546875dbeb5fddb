public import FoundationEssentials

extension SessionMachine {
    /// What a refusal leads to that does not say that the refresh token is invalid.
    enum Suspected: Sendable, Equatable {
        case suspected(SessionSuspicion)
        /// The refusal came too soon after the last one to count.
        case known
        case end
    }

    /// Records such a refusal of the refresh that began at `beganAt`, or decides that the session is over.
    mutating func suspect(
        _ refusal: RefreshRefusal, _ manner: RefusalManner, beganAt: Duration, uptime: Duration, now: Date
    ) -> Suspected {
        guard let credentials = active?.credentials else { return .known }
        let began = ClockReading(now.addingTimeInterval((beganAt - uptime).seconds), beganAt)
        var suspicion = SessionSuspicion(
            refusal: refusal, refusals: RefusalCount().adding(isBare: manner.isBare), first: began, last: began,
            pause: BackOff.pause(retryAfter: manner.retryAfter))
        if let before = credentials.suspicion {
            // A clock that was set back may not put the next one off for ever.
            let isRepeated = beganAt >= before.last.uptime + before.pause
            guard isRepeated || before.lastAt > now else { return .known }
            suspicion.refusals = isRepeated ? before.refusals.adding(isBare: manner.isBare) : before.refusals
            if before.firstAt <= now { suspicion.first = before.first }
        }
        if suspicion.refusals.isEnough(after: beganAt - suspicion.first.uptime), credentials.isExpired(at: uptime) {
            return .end
        }
        recordSuspicion(suspicion)
        return .suspected(suspicion)
    }
}

extension SessionSuspicion {
    /// Creates a suspicion of refusals in words, for displays and tests.
    public init(refusal: RefreshRefusal, count: Int, lastAt: Date) {
        let last = ClockReading(lastAt, .zero)
        self.init(
            refusal: refusal, refusals: RefusalCount(all: count), first: last, last: last, pause: BackOff.shortest)
    }
}
