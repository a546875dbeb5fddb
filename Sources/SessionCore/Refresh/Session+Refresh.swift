import FoundationEssentials

extension Session {
    /// Begins a refresh in a task of its own, with a deadline of its own.
    ///
    /// The flight is that refresh: it knows which token it replaces, and has the outcome that all its callers wait for.
    /// `nil` where no user is signed in.
    func startRefresh(_ trigger: RefreshTrigger, cause: Int?) -> RefreshFlight? {
        guard let flight = update({ $0.startFlight(trigger, cause: cause, at: clock.uptime) }) else { return nil }
        let work = Task { await carryOut(flight) }
        let deadline = Task { [clock, client] in
            guard (try? await clock.sleep(untilOver: client.refreshDeadline)) != nil else { return }
            flight.giveUp()
            // The message ends before the refresh does. A transport that ignores the cancellation is not waited for.
            guard (try? await clock.sleep(for: RefreshFlight.patience)) != nil else { return }
            conclude(flight, .failure(RefreshFlight.timeOut))
        }
        flight.keepTasks(work: work, deadline: deadline)
        return flight
    }

    /// Cancels the refresh of a session that has ended and fails its waiters.
    func abandon(_ flight: RefreshFlight?, with error: SessionError) {
        guard let flight else { return }
        flight.abandon()
        _ = update { $0.endFlight(flight) }
        flight.cancelWork()
        flight.outcome.finish(.failure(error))
    }

    /// Does the work, in the end with one result, which is told without secrets.
    private func carryOut(_ flight: RefreshFlight) async {
        let result: Result<Bearer, SessionError>
        do throws(SessionError) {
            result = .success(try await underLock(flight))
        } catch {
            result = .failure(flight.isGivenUp && error.isOfNetwork ? error.atDeadline : masked(error))
        }
        flight.cancelDeadline()
        conclude(flight, result)
    }

    /// Frees the slot and ends every wait, unless the deadline or the session's end has done so.
    private func conclude(_ flight: RefreshFlight, _ result: Result<Bearer, SessionError>) {
        guard update({ $0.endFlight(flight) }) else { return }
        if case .failure(let error) = result {
            let delay = update { $0.recordRefreshFailure(flight, error, at: clock.uptime) }
            scope(generation: flight.generation, cause: flight.startEvent ?? flight.cause)
                .report(.refreshFailed(error, retryAfter: delay))
        }
        flight.outcome.finish(result)
    }

    /// Read, check, refresh, write: with the store's lock held from the first to the last.
    private func underLock(_ flight: RefreshFlight) async throws(SessionError) -> Bearer {
        // Given up before the deadline, the wait can say who holds the lock.
        let patience = client.refreshDeadline * 0.9
        return try await keeper.withLock(within: patience, for: .refresh) { () async throws(SessionError) in
            try await readCheckRefreshWrite(flight)
        }
    }

    /// The store goes first: what another process did with the session is taken over (`followStore`), and if it brought
    /// a token that will do, none is asked for.
    private func readCheckRefreshWrite(_ flight: RefreshFlight) async throws(SessionError) -> Bearer {
        try await followStore(cause: flight.cause)
        // At most one token that another process stored is tried after the one that was rejected.
        for _ in 0..<2 {
            guard isCurrent(flight), let active = machine.active else { throw goneError(flight) }
            if let bearer = adopted(insteadOf: flight) { return bearer }
            let renewal = try renewal(of: active)
            if renewal.refreshToken != nil, !client.refreshesUnstored { try await keeper.requireWritable() }
            let event = scope(generation: flight.generation, cause: flight.cause).report(
                .refreshStarted(
                    flight.trigger, access: active.credentials.access.fingerprint,
                    refresh: renewal.refreshToken?.fingerprint))
            flight.keepStart(event)
            let limit = TimeLimit(client.refreshDeadline) { flight.isGivenUp }
            let outcome = await ask(by: renewal, scope(generation: flight.generation, cause: event).within(limit))
            switch outcome.mapTexts(journal.secrets) {
            case .granted(let response):
                return try await accept(response, for: flight, by: renewal, event: event)
            case .rejected(let error):
                guard isCurrent(flight) else { throw lateAnswer(flight, "a refresh was rejected") }
                try await followStore(cause: event)
                if let refreshToken = renewal.refreshToken, renewal.replaces(machine.active?.credentials) {
                    throw await reject(.named(error), refreshToken, event: event, generation: flight.generation)
                }
            case .doubtful(let refusal, let manner):
                guard isCurrent(flight) else { throw lateAnswer(flight, "a refresh was refused") }
                try await followStore(cause: event)
                if let refreshToken = renewal.refreshToken, renewal.replaces(machine.active?.credentials) {
                    throw try await suspect(refusal, manner, refreshToken, flight, event: event)
                }
            case .refused(let error): throw .refused(error, during: .token)
            case .failed(let error): throw error
            case .unusable(let error, let rest):
                try await keepRefreshToken(of: rest, for: flight, by: renewal, event: event)
                throw error
            }
        }
        throw .transport(.brokenOff("the stored tokens kept changing"), during: .token)
    }

    /// The flow itself where it needs no person, and the refresh token otherwise.
    ///
    /// A session whose flow this program does not have, or a client without its secret, is left to other processes.
    private func renewal(of active: SessionMachine.Active) throws(SessionError) -> Renewal {
        if let flow = repeatableFlows[active.flow] { return .repetition(flow, replacing: active.credentials.access) }
        if let token = active.credentials.refresh { return .refreshToken(token) }
        throw .invalidConfiguration(
            setting: .authentication, reason: "the session's sign-in (\(active.flow)) can't be repeated with it")
    }

    /// Asks the token endpoint; where the reply was lost on the way, once more at once.
    ///
    /// The provider may have rotated the token and not got the answer through. Right away most providers still accept
    /// the old one; later they treat it as stolen.
    private func ask(by renewal: Renewal, _ scope: EventScope) async -> TokenOutcome {
        let endpoint = TokenEndpoint(provider(scope))
        let outcome = await endpoint.renew(by: renewal, for: client)
        switch outcome {
        case .failed(.transport(.brokenOff, during: .token)),
            .failed(.transport(.timedOut(.receiving, _), during: .token)):
            return Task.isCancelled ? outcome : await endpoint.renew(by: renewal, for: client)
        default: return outcome
        }
    }

    /// A token that came from elsewhere since the refresh was asked for, and that will do.
    private func adopted(insteadOf flight: RefreshFlight) -> Bearer? {
        guard let active = machine.active, active.credentials.access != flight.replacing,
            case .use(let bearer) = machine.access(.none(minimumValidity: nil), at: clock.uptime)
        else { return nil }
        return bearer
    }

    func isCurrent(_ flight: RefreshFlight) -> Bool {
        machine.isCurrent(flight.generation) && !flight.isAbandoned
    }

    func goneError(_ flight: RefreshFlight) -> SessionError { machine.absence(since: flight.generation) }

    func lateAnswer(_ flight: RefreshFlight, _ what: String) -> SessionError {
        scope(generation: flight.generation, cause: flight.startEvent).report(.ignoredLateAnswer(what))
        return goneError(flight)
    }

    /// The provider will never accept this refresh token again, and the store has no other: the session is over.
    private func reject(
        _ refusal: RefreshRefusal, _ refreshToken: Secret, event: Int, generation: Int
    ) async -> SessionError {
        let rejection = scope(generation: generation, cause: event)
            .report(.refreshRejected(refusal, refresh: refreshToken.fingerprint))
        let end = SessionEnd.refreshRejected(refusal)
        await endSession(end, cause: rejection, isLocked: true)
        return .sessionExpired(end)
    }

    /// Makes the session suspect, or ends it, as the machine decides.
    ///
    /// The suspicion is stored, so that the next process knows of it.
    private func suspect(
        _ refusal: RefreshRefusal, _ manner: RefusalManner, _ refreshToken: Secret, _ flight: RefreshFlight, event: Int
    ) async throws(SessionError) -> SessionError {
        let decision = update {
            $0.suspect(refusal, manner, beganAt: flight.startedAt, uptime: clock.uptime, now: clock.now)
        }
        switch decision {
        case .end: return await reject(refusal, refreshToken, event: event, generation: flight.generation)
        case .known: break
        case .suspected(let suspicion):
            scope(generation: flight.generation, cause: event)
                .report(.suspected(suspicion, refresh: refreshToken.fingerprint))
            guard let active = machine.active else { break }
            switch await save(active, cause: event) {
            // The event of the store's failure is all that is lost with it: the tokens are the same.
            case .unsaved: break
            case let outcome: try settle(outcome, cause: event)
            }
        }
        return refusal.sessionError(retryAfter: manner.retryAfter)
    }
}

extension SessionError {
    /// The error at the deadline, where this one ended the work: it tells whether the answer had begun.
    fileprivate var atDeadline: SessionError {
        if case .transport(.timedOut(.receiving, _), during: .token) = self { self } else { RefreshFlight.timeOut }
    }

    /// Whether its message was cancelled, or got no answer.
    fileprivate var isOfNetwork: Bool {
        switch self {
        case .cancelled, .transport: true
        default: false
        }
    }
}
