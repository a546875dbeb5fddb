import FoundationEssentials
import JOSE

extension Session {
    /// Signs in, in place of whatever session there was: nothing of it survives.
    ///
    /// The present session stays in use until the new tokens are stored. Then its tokens are revoked, unless both
    /// sessions are one at the provider (the same `sid`). Runs in the caller's task; cancelling it gives the attempt up.
    ///
    /// Throws what the flow throws; ``SessionError/store(_:)``, before anything is sent, where the store can't be locked;
    /// and ``SessionError/sessionChanged`` where a sign-out or a later sign-in came first. Then its tokens are not used.
    public func signIn(_ flow: some SignInFlow) async throws(SessionError) {
        if case .unknown = machine.phase { throw .notConfigured }
        signInCount += 1
        let attempt = signInCount
        let scope = scope(generation: machine.generation + 1, cause: nil)
        let start = scope.report(.signInStarted(flow: flow.name))
        let work = scope.following(start)
        let signInWork = SignInWork(ledger)
        defer { signInWork.end() }
        do throws(SessionError) {
            try await requireLock()
            let result = try await run(flow, work, signInWork)
            let arrivedAt = clock.uptime
            guard attempt > voidSignIns else { throw lateSignIn(result.tokens, work) }
            let active = SessionMachine.Active(
                id: try newID(), start: .signedIn(flow: flow.name), flow: flow.name,
                credentials: Credentials(result, arrivedAt: arrivedAt), subject: result.idToken?.subject, revision: 0,
                wasStored: false)
            try await install(active, result.tokens, attempt: attempt, work)
        } catch let failure {
            let error = presentable(failure)
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
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .unintelligible("\(error)", during: .authorization)
        }
    }

    /// Stores the new session, then makes it the present one; a sign-out in between wins.
    private func install(
        _ active: SessionMachine.Active, _ tokens: TokenResponse, attempt: Int, _ scope: EventScope
    ) async throws(SessionError) {
        // A refresh of the session that is about to be replaced would hold the lock for nothing.
        abandon(machine.flight, with: .sessionChanged)
        let lock: StoreLock
        do throws(SessionError) {
            // For as long as a refresh of another process may hold it.
            lock = try await lockStore(within: client.refreshDeadline)
        } catch {
            discard(tokens, generation: scope.generation, cause: scope.cause)
            throw error
        }
        try await working(under: lock) { () async throws(SessionError) in
            try await installUnderLock(active, tokens, attempt: attempt, scope)
        }
        let foreign = owed.all.filter { $0.owner != owner && $0.since >= active.credentials.accessObtainedAt }
        if !foreign.isEmpty { startRevoking(foreign, generation: machine.generation, cause: scope.cause) }
        startPendingRevocations()
    }

    private func installUnderLock(
        _ active: SessionMachine.Active, _ tokens: TokenResponse, attempt: Int, _ scope: EventScope
    ) async throws(SessionError) {
        guard attempt > voidSignIns else { throw lateSignIn(tokens, scope) }
        do throws(SessionError) {
            try requireFitting(active)
        } catch {
            discard(tokens, generation: scope.generation, cause: scope.cause)
            throw error
        }
        let outcome = await saveSignIn(active, generation: machine.generation + 1, cause: scope.cause)
        guard attempt > voidSignIns else {
            endedSessions.insert(active.id)
            await clear(Clearing(id: active.id, ending: nil), isLocked: true)
            throw lateSignIn(tokens, scope)
        }
        voidSignIns = attempt
        if let replaced = machine.active {
            endedSessions.insert(replaced.id)
            let old = replaced.credentials
            // Those that the store does not know of.
            if replaced.isUnsaved {
                owed.owe(
                    replacedTokens(
                        refresh: old.refresh, access: old.access, idToken: old.idToken, owner: owner,
                        by: active.credentials))
            }
        }
        storeRepair?.cancel()
        uncleared = nil
        abandon(machine.begin(active), with: .sessionChanged)
        machine.noteClockSkew(of: tokens, answeredAt: clock.now)
        if case .saved(let revision) = outcome { machine.noteSaved(revision: revision) } else { needsSaving() }
        // Tokens that were handed in have been accepted by nobody yet.
        if active.flow != "import" { _ = board.confirm(generation: machine.generation, at: clock.now) }
        journal.record(
            .signedIn(flow: active.flow, SessionTokens(active.credentials, now: clock.now, uptime: clock.uptime)),
            generation: machine.generation, cause: scope.cause)
    }

    private func lateSignIn(_ tokens: TokenResponse, _ scope: EventScope) -> SessionError {
        scope.report(.ignoredLateAnswer("a sign-in succeeded"))
        discard(tokens, generation: scope.generation, cause: scope.cause)
        return .sessionChanged
    }

    /// Names the session for every process that shares the store.
    private func newID() throws(SessionError) -> String {
        do {
            return Base64URL.encode(try randomness.bytes(16))
        } catch {
            throw .transport(.invalidRequest("this machine gives no random bytes"), during: .authorization)
        }
    }
}
