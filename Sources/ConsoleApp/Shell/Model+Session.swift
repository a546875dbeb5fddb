import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore

extension Model {
    mutating func apply(_ occurrence: Occurrence) -> [Effect] {
        switch occurrence {
        case .context(let context): adopt(context)
        case .status(let status):
            adopt(status)
            return continueChain(after: status)
        case .event(let event): return observe(event)
        case .others(let events): screens.flow.observe(events)
        case .clients(let change): observe(change)
        case .tokens(let reading):
            screens.tokens.observe(reading, in: scene)
        case .answered(let call, let result): return end(call, with: result)
        case .faults(let armed, _): adopt(armed: armed)
        case .provider(let state):
            screens.lab.provider.adopt(state)
            screens.lab.clients.update(state.requests)
        // The keys that sent them have shown them.
        case .sent: break
        }
        return []
    }

    mutating func apply(_ message: SessionMessage) -> [Effect] {
        switch message {
        case .refreshEnded(.success), .userInfoEnded(.success): break
        case .refreshEnded(.failure(let error)): report(error, "The refresh failed")
        case .renewalEnded: shell.isRenewing = false
        case .userInfoEnded(.failure(let error)): report(error, "User info could not be fetched")
        case .signOutEnded(.success(let revocations)):
            forgetAnswers()
            shell.notice = SignOutText(revocations).warning.map { Notice(.warning, $0) }
        case .signOutEnded(.failure(let error)):
            report(error, "Not signed out")
            shell.notice?.error = nil
            shell.notice?.advice = Question.adviceAfterFailedSignOut
        case .endSessionShown(let page): shell.notice = page.notice
        case .tokenRevealed(let kind, let secret):
            shell.revealed = RevealedToken(
                kind: kind, secret: secret, until: scene.now.addingTimeInterval(RevealedToken.duration))
        case .tokenUnavailable(let kind, let reason):
            shell.notice = Notice(.bad, "The \(kind.title) can't be shown: \(reason)")
        case .tokenVerified(let token, let trust):
            shell.notice = screens.tokens.judge(trust, of: token, in: scene)
        case .examinationBegan: scene.examination = Examination()
        case .factFound(let finding, let messages): scene.examination?.add(finding, messages)
        case .examinationEnded(let page): scene.examination?.page = page
        case .introspectionEnded(let token, .success(let introspection)):
            let answer = IntrospectionAnswer(introspection, at: scene.now)
            screens.tokens.adopt(answer, of: token)
            shell.notice = answer.notice(of: token, in: scene)
        case .introspectionEnded(_, .failure(let error)): report(error, "The provider did not answer the introspection")
        }
        return []
    }

    private mutating func observe(_ change: SeenChange) {
        scene.clients.observe(change)
        screens.client.observe(change, in: scene)
        if change.isOver { adoptArmed([:]) }
        // What ended it is told, and no notice of why nothing came of it.
        if let verdict = change.verdict {
            shell.notice = Notice(TrialVerdict(verdict.verdict).tone, verdict.words)
        } else if let notice = change.notice, scene.commandEnd?.isFailure != true {
            shell.notice = Notice(.warning, notice.words)
        }
    }

    /// A recording tells its context after the screens were opened.
    private mutating func adopt(_ context: ConsoleContext) {
        screens.session.request.begin(with: context.firstTarget, insteadOf: scene.context.firstTarget)
        scene.context = context
        if !context.stage.screens.contains(screens.shown) { screens.shown = context.stage.opening }
    }

    /// Takes the former user's answers and tokens off the screen.
    private mutating func forgetAnswers() {
        scene.bodies.clear()
        screens.session.response.clear()
        screens.requests.clear()
        screens.tokens.clear()
    }

    private mutating func adopt(_ status: SessionStatus) {
        if status.refreshWaiters == nil { scene.refreshBeganAt = nil }
        if status.refreshWaiters != nil, scene.status.refreshWaiters == nil { scene.refreshBeganAt = scene.now }
        if case .authenticated(.signedIn) = status.state, status.generation > scene.status.generation,
            let notice = Notice(status.shortfalls)
        {
            shell.notice = notice
        }
        scene.status = status
        if status.state.isAuthenticated { shell.lastSession = status }
        screens.adoptStatus(in: scene)
        if let card = shell.card, status.state.isAuthenticated, status.generation > card.generation {
            shell.card = nil
        }
    }

    /// Lists an event, and does what follows from it.
    private mutating func observe(_ event: SessionEvent) -> [Effect] {
        scene.append(event)
        shell.firstVisit.observe(event.kind)
        shell.firstVisit.observe(screens.session.response.calls.burst.flatMap { scene.history.burst($0.lowerBound) })
        screens.observe(event, in: scene)
        // Nothing is done here about another program's session.
        if event.watched != nil { return [] }
        let traits = event.kind.traits
        // What a card needs of a session it has now; whoever has signed out is not kept.
        defer { if traits.end != nil, shell.lastSession?.generation == event.generation { shell.lastSession = nil } }
        if traits.tokens != nil, shell.notice?.endsWithNewTokens == true { shell.notice = nil }
        if traits.end != nil, shell.notice?.endsWithSession == true { shell.notice = nil }
        // A token that is good is no sign that what failed works again.
        let isVerification = if case .verified = event.kind { true } else { false }
        let isGoodAnswer = traits.outcome == .success && [.call, .user].contains(traits.subject) && !isVerification
        if isGoodAnswer, shell.notice?.passes == true { shell.notice = nil }
        // The error may have come before the event of its fault.
        if [.message, .refresh].contains(traits.subject), let error = shell.notice?.error,
            !scene.history.faults(behind: error).isEmpty
        {
            let advice = advice(after: error)
            shell.notice?.advice = advice
        }
        switch event.kind {
        case .forcedOut(let end): showLoss(event) { ForcedLogoutCard(event, end: end, log: $0, before: $1) }
        case .endedElsewhere(let ended) where ended.end.isForced && !(shell.isOpenedLater && isBeingOpened):
            showLoss(event) { ForcedLogoutCard(event, ended: ended, log: $0, before: $1) }
        case .signedIn:
            shell.card = nil
            // Fetching user info also verifies the session.
            return [.session(.fetchUserInfo(isAsked: false)), .session(.readTokens)]
        // Of an answer that could not be used the refresh token is kept.
        case .refreshed, .refreshFailed, .adoptedFromStore, .configured(.authenticated):
            return [.session(.readTokens)]
        case .signedOut: forgetAnswers()
        case .requestStarted(let facts):
            scene.bodies.begin(facts)
            scene.proxy?.count(facts)
        case .devicePollPending(let delay, let slowDown):
            let next = event.time.addingTimeInterval(delay / .seconds(1))
            changeSignIn { $0.adoptPoll(nextAt: next, slowDown: slowDown) }
        case .strayRedirect(let stray): changeSignIn { $0.keep(stray: "\(stray)") }
        case .idTokenRejected:
            changeSignIn { $0.keep(stray: "its claims: in Events, open the line of the rejected ID token") }
        // The token must have expired before the calls begin.
        case .injected(let fault) where fault.name == LabFault.burstAtExpiry.name:
            if screens.session.request.chosen != nil, screens.requests.sendsAtOnce(in: scene) {
                return carryOut([.requests(.call(count: LabFault.burstSize))])
            }
            return carryOut([.call(screens.session.request.draft, count: LabFault.burstSize)])
        default:
            break
        }
        return []
    }

    /// Whether the session has not yet told what its store holds.
    private var isBeingOpened: Bool {
        !scene.history.events.contains { if case .configured = $0.kind { true } else { false } }
    }

    /// Shows a lost session's card, once.
    private mutating func showLoss(
        _ event: SessionEvent, card: (EventLog, SessionStatus) -> ForcedLogoutCard
    ) {
        guard shell.lastLostGeneration != event.generation else { return }
        shell.lastLostGeneration = event.generation
        let last = shell.lastSession.flatMap { $0.generation == event.generation ? $0 : nil }
        shell.card = card(scene.history, last ?? scene.status)
        if let end = shell.notice?.end, end == shell.card?.end { shell.notice = nil }
    }

    /// Puts an error where it stays until it is dismissed; a cancelled call is not one, and an end has its card.
    mutating func report(_ error: SessionError, _ what: String) {
        guard error != .cancelled else { return }
        if let end = error.end, end == shell.card?.end { return }
        var notice = Notice(
            .bad, "\(what): \(error.withoutPurpose)", advice: advice(after: error), endsWithNewTokens: true)
        notice.error = error
        notice.passes = error.mayPass
        notice.end = error.end
        notice.endsWithSession = scene.isSignedIn && error.end == nil
        shell.notice = notice
    }

    private func advice(after error: SessionError) -> String? {
        let faults = scene.history.faults(behind: error)
        let step = NextStep(after: error, struckBy: faults)
        let next = step.consoleText(isSignedIn: scene.isSignedIn, in: scene.time, since: scene.now)
        // The words of an unreachable network name their fault.
        let clause = faults.clause.flatMap { "\(error)".contains($0) ? nil : $0 }
        let parts = [clause, next].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    // MARK: - Renewing in time

    /// Asks for a refresh that is due, once a second at most.
    ///
    /// A token that was declared expired or rejected is left to the next call, so that the user can watch its effect.
    mutating func renewIfDue() -> [Effect] {
        guard let due = scene.status.refreshDueAt, due <= scene.now,
            scene.status.accessToken?.hasEndedBeforeItsTime == false
        else { return [] }
        return renew()
    }

    /// Asks for a refresh if none was asked for within a second.
    mutating func renew() -> [Effect] {
        if shell.isRenewing { return [] }
        if let last = shell.renewedAt, abs(scene.now.timeIntervalSince(last)) < 1 { return [] }
        shell.isRenewing = true
        shell.renewedAt = scene.now
        return [.session(.renew)]
    }
}

extension SessionError {
    /// The error without its exchange, for sentences that name it already.
    fileprivate var withoutPurpose: String {
        switch self {
        case .transport(let failure, _): "\(failure)"
        case .server(let status, let purpose, _, let reason): Self.answer(status, to: purpose, reason)
        case .unintelligible(let part, _): "the answer can't be understood: \(part)"
        case .untrustworthy(let check, _): "the answer can't be trusted: \(check)"
        case .backingOff(_, let failure): "the last refresh failed (\(failure.withoutPurpose))"
        default: "\(self)"
        }
    }

    /// The end of the session that it tells of.
    fileprivate var end: SessionEnd? { if case .sessionExpired(let end) = self { end } else { nil } }

    /// Whether the same may succeed a moment later.
    fileprivate var mayPass: Bool {
        switch self {
        case .transport, .server, .backingOff: true
        case .notConfigured, .alreadyConfigured, .invalidConfiguration, .noSession, .sessionExpired, .sessionChanged,
            .refused, .unintelligible, .untrustworthy, .unsupported, .noUser, .originNotAllowed, .relativeURL,
            .insecureURL, .authorizationResponseMismatch, .signInDenied, .signInTimedOut, .store, .cancelled:
            false
        }
    }
}

extension TokenStatus {
    fileprivate var hasEndedBeforeItsTime: Bool {
        if case .at(_, let source) = expiry { source.isBeforeItsTime } else { false }
    }
}
