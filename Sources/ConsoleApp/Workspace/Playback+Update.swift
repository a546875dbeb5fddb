import ConsoleFaults
import FoundationEssentials
import Scenarios
import SessionCore

extension Playback {
    /// Goes on with the scenario.
    mutating func apply(_ message: PlaybackMessage, _ sessions: inout OpenSessions) -> [WorkspaceEffect] {
        switch message {
        case .settled(let ticket), .rested(let ticket):
            guard ticket == self.ticket else { return [] }
            return goOn(&sessions)
        case .assistanceFailed(let reason):
            failure = reason
            return sessions.models.indices.map { .session($0, .signIn(.cancel)) }
        }
    }

    /// Tells the scenario of what happened to a session, and does for its user what happens outside of the console.
    mutating func apply(_ message: Message, of index: Int, in model: Model) -> [WorkspaceEffect] {
        guard !hasEnded else { return [] }
        window.apply(message, of: index)
        switch message {
        case .fault(.faultFailed(let fault, let reason)):
            failure = "the fault '\(fault.rawValue)' could not be injected: \(reason)"
        case .signIn(.authorizationURLReady(let page, openedInBrowser: false)):
            if let user = signInStep?.user { return [.playback(.signIn(user: user, page: page))] }
        // The user takes a moment, so that the device polls at least once in vain.
        case .happened(.event(let event)):
            guard case .devicePollPending = event.kind, let user = signInStep?.user,
                let dialog = model.shell.dialog as? SignInDialog, case .device(let device) = dialog.stage
            else { break }
            return [.playback(.approve(userCode: device.prompt.userCode, user: user))]
        case .happened, .signIn, .discovery, .session, .call, .fault, .terminal, .requests, .provider, .tool, .proxy,
            .command:
            break
        }
        return []
    }

    // MARK: - From step to step

    private mutating func goOn(_ sessions: inout OpenSessions) -> [WorkspaceEffect] {
        switch phase {
        case .between, .opening, .resting: return beginSteps(&sessions)
        case .acting: return endAction(&sessions)
        case .travelling(let journey): return travel(journey, &sessions)
        case .ended: return []
        }
    }

    /// Begins the next step, and further ones as long as each is over at once.
    mutating func beginSteps(_ sessions: inout OpenSessions) -> [WorkspaceEffect] {
        var effects: [WorkspaceEffect] = []
        while let step {
            phase = .between
            if isPaused { return effects }
            if isNew { effects += beginning(with: sessions.models[0]) }
            begin(at: sessions.now)
            effects += begin(step, &sessions)
            if case .between = phase { continue }
            return effects
        }
        guard !hasEnded else { return effects }
        phase = .ended
        return effects + [.playback(.finish)]
    }

    /// Begins a step; the phase afterwards says whether it is over.
    private mutating func begin(_ step: ScenarioStep, _ sessions: inout OpenSessions) -> [WorkspaceEffect] {
        if results.isEmpty { window = PlaybackWindow(sessions.models) }
        if case .expect(let expectations) = step.action { return judge(expectations, step, sessions) }
        if !step.action.isForAudience {
            if isJudged { window = PlaybackWindow(sessions.models) }
            if isCaptionOver { caption = nil }
            isJudged = false
        }
        switch step.action {
        case .say(let text):
            caption = text.isEmpty ? nil : text
            isCaptionOver = false
            return end(.passed, rest: text.isEmpty ? 0 : Pace.reading(text), sessions)
        case .pause(let duration): return end(.passed, rest: duration / .seconds(1), sessions)
        case .wait(let duration): return set(out: nil, for: duration, &sessions)
        case .waitUntil(let condition, let limit): return set(out: condition, for: limit, &sessions)
        case .signIn, .stepUp, .confirmIssuer, .signOut, .call, .refresh, .fetchUserInfo, .arm, .disarm, .disarmAll,
            .preset, .provider, .client, .show, .press, .expect:
            break
        }
        // The second session is opened by the first step that needs it.
        if step.process != .first, sessions.models.count < 2 {
            guard !isOpeningSecond else {
                return end(.failed("the second session was not opened"), rest: 0, sessions)
            }
            isOpeningSecond = true
            return sessions.open(sessions.nextName, isSplit: true) + settle(as: .opening)
        }
        switch perform(step, &sessions) {
        case .success(let effects): return effects + settle(as: .acting)
        case .failure(let flaw): return end(.failed(flaw.reason), rest: 0, sessions)
        }
    }

    private mutating func settle(as phase: Playback.Phase) -> [WorkspaceEffect] {
        self.phase = phase
        return [.playback(.settle(nextTicket()))]
    }

    /// Ends the present step, and gives an audience time.
    mutating func end(
        _ outcome: StepResult.Outcome, rest seconds: Double, _ sessions: OpenSessions
    ) -> [WorkspaceEffect] {
        let answer = outcome.isFailure ? nil : step.flatMap { self.answer(to: $0, in: sessions.models) }
        let effects = endStep(outcome, answer: answer, at: sessions.now).map { WorkspaceEffect.playback($0) }
        phase = .between
        guard seconds > 0, let rest = pace.rest(seconds) else { return effects }
        phase = .resting
        return effects + [.playback(.rest(rest, nextTicket()))]
    }

    private mutating func endAction(_ sessions: inout OpenSessions) -> [WorkspaceEffect] {
        guard let step else { return [] }
        let effects: [WorkspaceEffect]
        if let failure = failure ?? unexpectedFailure(of: step) {
            effects = end(.failed(failure), rest: 0, sessions)
        } else {
            effects = end(.passed, rest: Pace.afterAction, sessions)
        }
        if case .between = phase { return effects + beginSteps(&sessions) }
        return effects
    }

    /// Why a sign-in failed, or why a refresh was not sent, unless the next step expects it to fail.
    private func unexpectedFailure(of step: ScenarioStep) -> String? {
        if step.action == .refresh, case .failure(let error)? = window.refresh, case .backingOff = error {
            let isExpected = nextExpectations.contains { if case .refreshFailed = $0 { true } else { false } }
            return isExpected ? nil : "not sent: \(error)"
        }
        guard signInStep != nil else { return nil }
        if nextExpectations.contains(where: { if case .signInFailed = $0 { true } else { false } }) {
            return nil
        }
        return switch window.signIn {
        case nil: "the sign-in has not ended"
        case .success: nil
        case .failure(let error): "the sign-in failed: \(error)"
        }
    }

    private mutating func judge(
        _ expectations: [Expectation], _ step: ScenarioStep, _ sessions: OpenSessions
    ) -> [WorkspaceEffect] {
        (isJudged, isCaptionOver) = (true, true)
        let judged = step.sessions(sessions.models.count)
        let failures = expectations.compactMap { failure(of: $0, judged, in: sessions.models) }
        guard failures.isEmpty else { return end(.failed(failures.joined(separator: "; ")), rest: 0, sessions) }
        return end(.passed, rest: Pace.afterExpectation, sessions)
    }

    /// Goes on at once where the audience has read enough.
    mutating func endRest(_ sessions: inout OpenSessions) -> [WorkspaceEffect] {
        // The end of the rest that was asked for comes too late.
        _ = nextTicket()
        return beginSteps(&sessions)
    }

    mutating func goOnAfterPause(_ sessions: inout OpenSessions) -> [WorkspaceEffect] {
        switch phase {
        case .between: return beginSteps(&sessions)
        case .travelling(let journey): return travel(journey, &sessions)
        // What is under way goes on by itself.
        case .opening, .acting, .resting, .ended: return []
        }
    }
}

extension ScenarioStep {
    /// The sessions it is for, of so many.
    func sessions(_ count: Int) -> Range<Int> {
        switch process {
        case .first: 0..<min(1, count)
        case .second: min(1, count)..<min(2, count)
        case .both: 0..<min(2, count)
        }
    }
}
