import ConsoleFaults
import FoundationEssentials
import SessionCore

extension Scene {
    /// `ARMED ×3`, `ARMED`, and `ARMED 00:42` where it is armed for a time; `nil` where it is not armed.
    func armedState(of fault: LabFault) -> String? {
        guard let arming = armedFaults[fault] else { return nil }
        guard let end = faultEnds[fault] else { return arming.state }
        return "\(arming.state) \(TokenClock.countdown(to: end, from: now))"
    }

    /// `network off, token endpoint 500 ×3, slow 00:42`: what is armed, for the header.
    var armedWords: String {
        LabFault.allCases.compactMap { fault in
            if case .times(let count)? = armedFaults[fault] { return "\(fault.rawValue) ×\(count)" }
            guard armedFaults[fault] != nil else { return nil }
            let left = faultEnds[fault].map { " " + TokenClock.countdown(to: $0, from: now) } ?? ""
            return fault.rawValue + left
        }
        .joined(separator: ", ")
    }

    /// The fault that was armed last, or else struck last.
    var latestFault: LabFault? { arming.last?.fault ?? trials.trials.last?.fault }

    /// What the own session, or a program that is watched, made of a fault last.
    func verdict(on fault: LabFault) -> TrialVerdict? {
        trials.latest(of: fault)?.verdict ?? clients.verdicts[fault.name].map { TrialVerdict($0) }
    }

    /// Whether nothing comes any more that a fault could strike.
    var isBeyondFaults: Bool { clients.isOver }
}

extension Scene {
    /// The terms of the session that is shown; one that its flow renews is kept under every policy.
    var terms: Terms {
        let policy = context.unauthorizedPolicy
        return Terms(
            policy: status.isRenewedByFlow && policy == .forceLogout ? .refreshThenForceLogout : policy,
            lacksRefreshToken: isSignedIn && status.refreshToken == nil && !status.isRenewedByFlow)
    }
}

extension LabFault {
    /// Why its occasion does not come although it is armed; `nil` where nothing is known to be in its way.
    func hindrance(in scene: Scene) -> String? {
        guard self == .replayedRefreshToken, scene.armedFaults[self] != nil, !scene.history.hasRotation,
            scene.history.hasUnrotatedRefresh(since: self)
        else { return nil }
        return "this provider did not rotate the refresh token"
    }
}
