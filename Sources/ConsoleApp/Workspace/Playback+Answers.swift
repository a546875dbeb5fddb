import ConsoleFaults
import Scenarios
import SessionCore

/// Says how a scenario begins, and what came of its steps.
extension Playback {
    /// The effect that tells which session a profile's scenario finds; a demo always begins without one.
    func beginning(with model: Model) -> [WorkspaceEffect] {
        guard case .profile = scenario.stage else { return [] }
        let user = model.scene.status.subject.map { ", as \($0)" } ?? ""
        let words =
            switch model.state {
            case .authenticated: "signed in\(user)"
            case .expired: "signed in\(user), with an expired access token"
            case .signedOut: "signed out"
            }
        return [.playback(.begin(words))]
    }

    /// What came of the step under way; `nil` where its words say all.
    func answer(to step: ScenarioStep, in models: [Model]) -> String? {
        switch step.action {
        case .call: return window.answerWords
        case .refresh: return window.outcome.map { Self.words($0, "new tokens") }
        case .fetchUserInfo:
            let subject = models[step.sessions(models.count)].last?.scene.status.userInfo?.subject
            return window.outcome.map { Self.words($0, subject.map { "sub \($0)" } ?? "answered") }
        case .arm(let name, _): return LabFault(rawValue: name).flatMap { delay(of: [$0], step, in: models) }
        case .preset(let name): return delay(of: Preset(rawValue: name)?.faults.map(\.fault) ?? [], step, in: models)
        case .signIn, .stepUp, .confirmIssuer, .signOut, .disarm, .disarmAll, .provider, .client, .wait, .waitUntil,
            .say, .pause, .show, .press, .expect:
            return nil
        }
    }

    private static func words(_ result: Result<Void, SessionError>, _ success: String) -> String {
        if case .failure(let error) = result { "\(error)" } else { success }
    }

    /// Why the next refresh is not the occasion of one of these faults.
    private func delay(of faults: [LabFault], _ step: ScenarioStep, in models: [Model]) -> String? {
        guard faults.contains(.replayedRefreshToken) else { return nil }
        let hasSpentOne = models[step.sessions(models.count)].allSatisfy { model in
            model.scene.history.events.contains { event in
                if case .refreshed(_, _, replacedRefresh: .some) = event.kind { true } else { false }
            }
        }
        return hasSpentOne ? nil : "no refresh token is spent yet: the fault strikes at the second refresh"
    }
}
