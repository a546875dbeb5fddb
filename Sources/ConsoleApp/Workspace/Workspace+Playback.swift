import FoundationEssentials
import Scenarios
import SessionCore

extension Workspace {
    /// Goes on with the scenario.
    mutating func note(_ message: PlaybackMessage) -> [WorkspaceEffect] {
        guard let playback else { return [] }
        switch message {
        case .settled(let ticket), .rested(let ticket):
            guard ticket == playback.ticket else { return [] }
            return goOn()
        case .assistanceFailed(let reason):
            self.playback?.failure = reason
            return models.indices.map { .session($0, .signIn(.cancel)) }
        }
    }

    /// Tells the scenario of what happened to a session, and does for its user what happens outside of the console.
    mutating func noteInPlayback(_ message: Message, of index: Int) -> [WorkspaceEffect] {
        guard playback?.hasEnded == false, let playback else { return [] }
        self.playback?.window.note(message, of: index)
        switch message {
        case .fault(.faultFailed(let fault, let reason)):
            self.playback?.failure = "the fault '\(fault.rawValue)' could not be injected: \(reason)"
        case .signIn(.authorizationURLReady(let page, openedInBrowser: false)):
            if let user = playback.signInStep?.user { return [.playback(.signIn(user: user, page: page))] }
        // The user takes a moment, so that the device polls at least once in vain.
        case .session(.eventHappened(let event)):
            guard case .devicePollPending = event.kind, let user = playback.signInStep?.user,
                let dialog = models[index].shell.dialog as? SignInDialog, case .device(let device) = dialog.stage
            else { break }
            return [.playback(.approve(userCode: device.prompt.userCode, user: user))]
        case .signIn, .discovery, .session, .call, .fault, .terminal, .requests, .provider, .tool: break
        }
        return []
    }

    // MARK: - From step to step

    private var now: Date { models[0].scene.now }

    private mutating func goOn() -> [WorkspaceEffect] {
        guard let playback else { return [] }
        switch playback.phase {
        case .between, .opening, .resting: return beginSteps()
        case .acting: return endAction()
        case .travelling(let journey): return travel(journey)
        case .ended: return []
        }
    }

    /// Begins the next step, and further ones as long as each is over at once.
    private mutating func beginSteps() -> [WorkspaceEffect] {
        var effects: [WorkspaceEffect] = []
        while let step = playback?.step {
            playback?.phase = .between
            if playback?.isPaused == true { return effects }
            if playback?.isNew == true { effects += beginning }
            let now = now
            playback?.begin(at: now)
            effects += begin(step)
            if case .between = playback?.phase { continue }
            return effects
        }
        guard playback?.hasEnded == false else { return effects }
        playback?.phase = .ended
        return effects + [.playback(.finish)]
    }

    /// Begins a step; the phase afterwards says whether it is over.
    private mutating func begin(_ step: Step) -> [WorkspaceEffect] {
        if playback?.results.isEmpty == true { playback?.window = PlaybackWindow(models) }
        if case .expect(let expectations) = step.action { return judge(expectations, step) }
        if !step.action.isForAudience {
            if playback?.isJudged == true { playback?.window = PlaybackWindow(models) }
            if playback?.isCaptionOver == true { playback?.caption = nil }
            playback?.isJudged = false
        }
        switch step.action {
        case .say(let text):
            playback?.caption = text.isEmpty ? nil : text
            playback?.isCaptionOver = false
            guard !text.isEmpty else { return end(.passed, rest: 0) }
            return end(.passed, rest: Pace.reading(text))
        case .pause(let duration): return end(.passed, rest: duration / .seconds(1))
        case .wait(let duration): return set(out: nil, for: duration)
        case .waitUntil(let condition, let limit): return set(out: condition, for: limit)
        case .signIn, .stepUp, .signOut, .call, .refresh, .fetchUserInfo, .arm, .disarm, .disarmAll, .preset,
            .provider, .show, .press, .expect:
            break
        }
        // The second session is opened by the first step that needs it.
        if step.process != .first, models.count < 2 {
            guard playback?.isOpeningSecond == false else {
                return end(.failed("the second session was not opened"), rest: 0)
            }
            playback?.isOpeningSecond = true
            return open(nextName, isSplit: true) + settle(as: .opening)
        }
        switch perform(step) {
        case .success(let effects): return effects + settle(as: .acting)
        case .failure(let flaw): return end(.failed(flaw.reason), rest: 0)
        }
    }

    private mutating func settle(as phase: Playback.Phase) -> [WorkspaceEffect] {
        guard let ticket = playback?.nextTicket() else { return [] }
        playback?.phase = phase
        return [.playback(.settle(ticket))]
    }

    /// Ends the present step, and gives an audience time.
    private mutating func end(_ outcome: StepResult.Outcome, rest seconds: Double) -> [WorkspaceEffect] {
        let now = now
        let answer = outcome.isFailure ? nil : playback?.step.flatMap(answer)
        let effects = (playback?.endStep(outcome, answer: answer, at: now) ?? []).map { WorkspaceEffect.playback($0) }
        playback?.phase = .between
        guard seconds > 0, let rest = playback?.pace.rest(seconds), let ticket = playback?.nextTicket() else {
            return effects
        }
        playback?.phase = .resting
        return effects + [.playback(.rest(rest, ticket))]
    }

    private mutating func endAction() -> [WorkspaceEffect] {
        guard let playback, let step = playback.step else { return [] }
        let effects: [WorkspaceEffect]
        if let failure = playback.failure ?? unexpectedFailure(of: step) {
            effects = end(.failed(failure), rest: 0)
        } else {
            effects = end(.passed, rest: Pace.afterAction)
        }
        if case .between = self.playback?.phase { return effects + beginSteps() }
        return effects
    }

    /// Why a sign-in failed, or why a refresh was not sent, unless the next step expects it to fail.
    private func unexpectedFailure(of step: Step) -> String? {
        guard let playback else { return nil }
        if step.action == .refresh, case .failure(let error)? = playback.window.refresh, case .backingOff = error {
            let isExpected = playback.nextExpectations.contains { if case .refreshFailed = $0 { true } else { false } }
            return isExpected ? nil : "not sent: \(error)"
        }
        guard playback.signInStep != nil else { return nil }
        if playback.nextExpectations.contains(where: { if case .signInFailed = $0 { true } else { false } }) {
            return nil
        }
        return switch playback.window.signIn {
        case nil: "the sign-in has not ended"
        case .success: nil
        case .failure(let error): "not signed in: \(error)"
        }
    }

    private mutating func judge(_ expectations: [Expectation], _ step: Step) -> [WorkspaceEffect] {
        playback?.isJudged = true
        playback?.isCaptionOver = true
        let failures = expectations.compactMap { failure(of: $0, step.sessions(models.count)) }
        guard failures.isEmpty else { return end(.failed(failures.joined(separator: "; ")), rest: 0) }
        return end(.passed, rest: Pace.afterExpectation)
    }

    /// Goes on at once where the audience has read enough.
    mutating func endRest() -> [WorkspaceEffect] {
        // The end of the rest that was asked for comes too late.
        _ = playback?.nextTicket()
        return beginSteps()
    }

    mutating func goOnAfterPause() -> [WorkspaceEffect] {
        switch playback?.phase {
        case .between: return beginSteps()
        case .travelling(let journey): return travel(journey)
        // What is under way goes on by itself.
        case .opening, .acting, .resting, .ended, nil: return []
        }
    }

    // MARK: - Time that goes by

    private mutating func set(out condition: Condition?, for limit: Duration) -> [WorkspaceEffect] {
        travel(Journey(condition: condition, start: now, end: now + limit / .seconds(1)))
    }

    private mutating func travel(_ journey: Journey) -> [WorkspaceEffect] {
        guard let playback, let step = playback.step else { return [] }
        self.playback?.phase = .travelling(journey)
        if playback.isPaused, playback.pace.speed != nil { return [] }
        var effects: [WorkspaceEffect] = []
        if let condition = journey.condition, holds(condition, step.sessions(models.count)) {
            effects = end(.passed, rest: Pace.afterAction)
        } else if now >= journey.end {
            let reason = journey.condition.map {
                "not within \(journey.length.inWords): \(missing($0, step.sessions(models.count)))"
            }
            effects = end(reason.map { .failed($0) } ?? .passed, rest: Pace.afterAction)
        } else {
            return renewals(for: journey, step) + advance(journey)
        }
        if case .between = self.playback?.phase { return effects + beginSteps() }
        return effects
    }

    /// Where a refresh is waited for, asks for it as the next call would, once the access token has expired.
    private mutating func renewals(for journey: Journey, _ step: Step) -> [WorkspaceEffect] {
        guard journey.condition == .refreshed else { return [] }
        var effects: [WorkspaceEffect] = []
        for index in step.sessions(models.count) where models[index].state == .expired {
            let own = models[index].renew()
            effects += carried(own, of: index)
        }
        return effects
    }

    private mutating func advance(_ journey: Journey) -> [WorkspaceEffect] {
        guard let playback, let ticket = self.playback?.nextTicket() else { return [] }
        let left = Duration.seconds(journey.end.timeIntervalSince(now))
        guard !playback.pace.isRealTime else {
            return [.playback(.rest(max(.milliseconds(1), min(left, .milliseconds(100))), ticket))]
        }
        let step: Duration
        if let speed = playback.pace.speed {
            step = max(journey.length * (speed / Pace.frames), Pace.frameInterval * speed)
        } else {
            step = max(journey.length / 1000, .seconds(1))
        }
        return [.playback(.advance(min(left, untilNextOccasion ?? step, step), ticket))]
    }

    /// How long it takes until something is due, so that no leap passes over it.
    private var untilNextOccasion: Duration? {
        let occasions = models.flatMap { model in
            let status = model.scene.status
            return [status.refreshDueAt, status.accessToken?.end, status.refreshToken?.end].compactMap(\.self)
                + model.scene.faultEnds.values
        }
        let next = occasions.map { $0.timeIntervalSince(now) }.filter { $0 > 0.001 }.min()
        return next.map { .seconds($0) }
    }
}

extension TokenStatus {
    /// When it ends, if that is known.
    var end: Date? { if case .at(let end, _) = expiry { end } else { nil } }
}

extension Step {
    /// The sessions it is for, of so many.
    func sessions(_ count: Int) -> Range<Int> {
        switch process {
        case .first: 0..<min(1, count)
        case .second: min(1, count)..<min(2, count)
        case .both: 0..<min(2, count)
        }
    }
}
