import FoundationEssentials
import Scenarios
import SessionCore

/// Time that goes by in a scenario.
extension Playback {
    mutating func set(
        out condition: Condition?, for limit: Duration, _ sessions: inout OpenSessions
    ) -> [WorkspaceEffect] {
        let now = sessions.now
        return travel(Journey(condition: condition, start: now, end: now + limit / .seconds(1)), &sessions)
    }

    mutating func travel(_ journey: Journey, _ sessions: inout OpenSessions) -> [WorkspaceEffect] {
        guard let step else { return [] }
        phase = .travelling(journey)
        if isPaused, pace.speed != nil { return [] }
        var effects: [WorkspaceEffect] = []
        let travellers = step.sessions(sessions.models.count)
        if let condition = journey.condition, holds(condition, travellers, in: sessions.models) {
            effects = end(.passed, rest: Pace.afterAction, sessions)
        } else if sessions.now >= journey.end {
            let reason = journey.condition.map {
                "not within \(journey.length.inWords): \(missing($0, travellers, in: sessions.models))"
            }
            effects = end(reason.map { .failed($0) } ?? .passed, rest: Pace.afterAction, sessions)
        } else {
            return renewals(for: journey, travellers, &sessions) + advance(journey, sessions)
        }
        if case .between = phase { return effects + beginSteps(&sessions) }
        return effects
    }

    /// Where a refresh is waited for, asks for it as the next call would, once the access token has expired.
    private func renewals(
        for journey: Journey, _ travellers: Range<Int>, _ sessions: inout OpenSessions
    ) -> [WorkspaceEffect] {
        guard journey.condition == .refreshed else { return [] }
        var effects: [WorkspaceEffect] = []
        for index in travellers where sessions.models[index].state == .expired {
            effects += sessions.models[index].renew().map { .session(index, $0) }
        }
        return effects
    }

    private mutating func advance(_ journey: Journey, _ sessions: OpenSessions) -> [WorkspaceEffect] {
        let ticket = nextTicket()
        let left = Duration.seconds(journey.end.timeIntervalSince(sessions.now))
        guard !pace.isRealTime else {
            return [.playback(.rest(max(.milliseconds(1), min(left, .milliseconds(100))), ticket))]
        }
        let step: Duration
        if let speed = pace.speed {
            step = max(journey.length * (speed / Pace.frames), Pace.frameInterval * speed)
        } else {
            step = max(journey.length / 1000, .seconds(1))
        }
        return [.playback(.advance(min(left, Self.untilNextOccasion(sessions) ?? step, step), ticket))]
    }

    /// How long it takes until something is due, so that no leap passes over it.
    private static func untilNextOccasion(_ sessions: OpenSessions) -> Duration? {
        let occasions = sessions.models.flatMap { model in
            let status = model.scene.status
            return [status.refreshDueAt, status.accessToken?.end, status.refreshToken?.end].compactMap(\.self)
                + model.scene.faultEnds.values
        }
        let next = occasions.map { $0.timeIntervalSince(sessions.now) }.filter { $0 > 0.001 }.min()
        return next.map { .seconds($0) }
    }
}

extension TokenStatus {
    /// When it ends, if that is known.
    var end: Date? { if case .at(let end, _) = expiry { end } else { nil } }
}
