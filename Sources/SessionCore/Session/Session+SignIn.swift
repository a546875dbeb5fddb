import FoundationEssentials
import JOSE

extension SessionError {
    /// The error with the scopes that the provider lists, where it refused the scope of the sign-in.
    fileprivate func listing(_ scope: [String]) -> SessionError {
        func listed(_ error: OAuthError) -> OAuthError {
            var error = error
            if error.code == "invalid_scope" { error.listedScope = scope }
            return error
        }
        return switch self {
        case .signInDenied(let error): .signInDenied(listed(error))
        case .refused(let error, let purpose): .refused(listed(error), during: purpose)
        default: self
        }
    }
}

extension Session {
    /// Signs in, in place of any session there was: nothing of it survives.
    ///
    /// The present session stays in use until the new tokens are stored. Then its tokens are revoked, unless both
    /// sessions are one at the provider (the same `sid`). Runs in the caller's task; cancelling it ends the attempt.
    ///
    /// Throws what the flow throws; ``SessionError/store(_:)``, before anything is sent, where the store can't be
    /// locked; and ``SessionError/sessionChanged`` where a sign-out or a later sign-in came first. Then its tokens are
    /// not used.
    public func signIn(_ flow: some SignInFlow) async throws(SessionError) {
        if case .unknown = machine.phase { throw .notConfigured }
        let attempt = update { $0.signIns.begin() }
        let scope = scope(generation: machine.generation + 1, cause: nil)
        let start = scope.report(.signInStarted(flow: flow.name))
        let work = scope.following(start)
        let signInWork = SignInWork(ledger)
        defer { signInWork.end() }
        do throws(SessionError) {
            try await keeper.requireLock()
            let result = try await run(flow, work, signInWork)
            do throws(SessionError) {
                try await install(result, of: flow, attempt: attempt, work)
            } catch {
                discard(result.tokens, generation: work.generation, cause: work.cause)
                throw error
            }
        } catch let failure {
            let error = masked(failure)
            work.report(.signInFailed(flow: flow.name, error))
            throw error
        }
    }

    private func run(
        _ flow: some SignInFlow, _ scope: EventScope, _ signInWork: SignInWork
    ) async throws(SessionError) -> SignInResult {
        do {
            return try await flow.signIn(SignInContext(provider: provider(scope, signInWork: signInWork)))
        } catch let error as SessionError {
            throw error.listing(directory.listedScope)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .unintelligible("\(error)", during: .authorization)
        }
    }

    /// Stores the new session, then makes it the present one; a sign-out in between wins.
    private func install(
        _ result: SignInResult, of flow: some SignInFlow, attempt: Int, _ scope: EventScope
    ) async throws(SessionError) {
        let arrivedAt = clock.uptime
        try requireTimely(attempt, scope)
        update { $0.recordClockSkew(of: result.tokens, answeredAt: ClockReading(clock)) }
        if let flow = flow as? any RepeatableSignInFlow { repeatableFlows[flow.name] = flow }
        var credentials = Credentials(result, arrivedAt: arrivedAt)
        credentials.isRepeatable = repeatableFlows[flow.name] != nil
        credentials.clockSkew = machine.clockSkew(at: ClockReading(clock))
        let active = SessionMachine.Active(
            id: try newID(), start: .signedIn(flow: flow.name), flow: flow.name, credentials: credentials,
            subject: result.idToken?.subject, revision: 0, wasStored: false)
        // A refresh of the session that is about to be replaced would hold the lock for nothing.
        abandon(machine.flight, with: .sessionChanged)
        // The lock is waited for as long as a refresh of another process may hold it.
        try await keeper.withLock(within: client.refreshDeadline) { () async throws(SessionError) in
            try await installUnderLock(active, attempt: attempt, scope)
        }
        let foreign = keeper.pending.filter {
            $0.owner != keeper.owner && $0.since >= active.credentials.accessObtainedAt
        }
        if !foreign.isEmpty {
            revoker.start(foreign, self.scope(generation: machine.generation, cause: scope.cause))
        }
        revoker.startPending(generation: machine.generation)
    }

    private func installUnderLock(
        _ active: SessionMachine.Active, attempt: Int, _ scope: EventScope
    ) async throws(SessionError) {
        try requireTimely(attempt, scope)
        try keeper.requireFitting(active, generation: machine.generation + 1)
        let outcome = await keeper.saveSignIn(active, generation: machine.generation + 1, cause: scope.cause)
        do throws(SessionError) {
            try requireTimely(attempt, scope)
        } catch {
            update { $0.recordEnded(active.id) }
            _ = await keeper.clear(Clearing(id: active.id, endedSession: nil), isLocked: true)
            throw error
        }
        // Unsaved tokens are not in the store, so no pending revocation has them yet.
        if let replaced = machine.active, replaced.isUnsaved {
            let old = replaced.credentials
            keeper.addPending(
                keeper.replacedTokens(
                    refresh: old.refresh, access: old.access, idToken: old.idToken, owner: keeper.owner,
                    by: active.credentials))
        }
        keeper.cancelRepair()
        keeper.keepUncleared(nil)
        let replacedFlight = update { machine in
            machine.signIns.succeed(attempt)
            return machine.begin(active)
        }
        abandon(replacedFlight, with: .sessionChanged)
        if case .saved(let revision) = outcome { update { $0.recordSaved(revision: revision) } } else { needsSaving() }
        if !active.isImported { _ = currentToken.confirm(generation: machine.generation, at: ClockReading(clock)) }
        journal.record(
            .signedIn(flow: active.flow, SessionTokens(active.credentials, now: clock.now, uptime: clock.uptime)),
            generation: machine.generation, cause: scope.cause)
    }

    /// Throws where a sign-out or another sign-in has made the attempt void.
    private func requireTimely(_ attempt: Int, _ scope: EventScope) throws(SessionError) {
        guard machine.signIns.isVoid(attempt) else { return }
        scope.report(.ignoredLateAnswer("a sign-in succeeded"))
        throw .sessionChanged
    }

    /// Names the session for every process that shares the store.
    private func newID() throws(SessionError) -> String {
        do {
            return Base64URL.encode(try access.randomness.bytes(16))
        } catch {
            throw .transport(.invalidRequest("this machine provides no random bytes"), during: .authorization)
        }
    }
}
