import FoundationEssentials
import Glibc

extension Session {
    /// Ends the present session: at once for everybody who asks, then in the store.
    ///
    /// Nothing is awaited before the state has changed. `isLocked` tells whether the caller holds the store's lock. With
    /// `revoking` its tokens are owed to the provider from the write on that takes the session out of the store; they
    /// are returned.
    @discardableResult
    func endSession(
        _ end: SessionEnd, cause: Int?, isLocked: Bool = false, revoking: Bool = false
    ) async -> [OwedRevocation] {
        guard let active = machine.active else { return [] }
        let ending = SessionEnding(
            end: end, time: clock.now, generation: machine.generation, process: Int(getpid()), program: client.program)
        // Under the lock it is the refresh itself that ends the session, and goes on to its own end.
        leave(active, end, ending, told: end.isForced ? .forcedOut(end) : .signedOut(end), cause, isLocked: isLocked)
        return await clear(
            Clearing(
                id: active.id, ending: ending, revoked: revoking ? active.credentials : nil,
                isUnsaved: active.isUnsaved),
            isLocked: isLocked)
    }

    /// Ends the present session as the store says that another process has.
    func endSession(asIn found: StoredRecord, cause: Int?) {
        guard let active = machine.active else { return }
        if case .record(let record) = found, let end = record.end, end.id == active.id {
            leave(active, end.ending.end, end.ending, told: .endedElsewhere(end.ending), cause)
        } else {
            let end = found.foreign.map { SessionEnd.foreignRecord($0) } ?? .otherProcess
            leave(active, end, nil, told: .signedOut(end), cause)
        }
    }

    private func leave(
        _ active: SessionMachine.Active, _ end: SessionEnd, _ ending: SessionEnding?, told event: SessionEvent.Kind,
        _ cause: Int?, isLocked: Bool = false
    ) {
        endedSessions.insert(active.id)
        storeRepair?.cancel()
        let flight = machine.end(end, ending: ending)
        journal.record(event, generation: machine.generation, cause: cause)
        if isLocked {
            flight?.outcome.finish(.failure(.sessionExpired(end)))
        } else {
            abandon(flight, with: end.isForced ? .sessionExpired(end) : .sessionChanged)
        }
    }

    /// Signs out, and tells what became of each of the session's tokens at the provider.
    ///
    /// With `force` it throws nothing once the session is configured. It ends the session here and clears the store, and
    /// then tells the provider. What can't be done now is tried again later; ``unclearedStore`` names what keeps the
    /// session in the store until then.
    ///
    /// Without `force` it tells the provider first. It throws where the provider can't be told or the store can't be
    /// locked, and keeps the session. Where nobody is signed in it does nothing. Calls at the same time share one
    /// revocation, which takes ten seconds at most.
    @discardableResult
    public func signOut(force: Bool = false) async throws(SessionError) -> [TokenRevocation] {
        if case .unknown = machine.phase { throw .notConfigured }
        voidSignIns = signInCount
        if force { return await signOutLocally(tellingProvider: true) }
        if let signOut { return try await signOut.value() }
        guard let active = machine.active else { return [] }
        let outcome = SharedOutcome<[TokenRevocation]>()
        signOut = outcome
        let generation = machine.generation
        Task {
            let result: Result<[TokenRevocation], SessionError>
            do throws(SessionError) {
                try await requireLock()
                result = .success(try await signOutAtProvider(active.credentials, generation: generation))
            } catch {
                result = .failure(error)
            }
            signOut = nil
            outcome.finish(result)
        }
        return try await outcome.value()
    }

    /// Forgets the session here, and in the store, without telling the provider.
    public func forget() async {
        voidSignIns = signInCount
        await signOutLocally(tellingProvider: false)
    }

    @discardableResult
    private func signOutLocally(tellingProvider: Bool) async -> [TokenRevocation] {
        guard machine.active != nil else {
            // The second caller waits for the same revocation.
            var results: [TokenRevocation] = []
            if let forcedSignOut { results = (try? await forcedSignOut.value()) ?? [] }
            for running in revocations.values { _ = try? await running.outcome.value() }
            return results
        }
        let generation = machine.generation
        // The store's lock may be waited for before anything is written.
        ledger.beginEnding(.signOut)
        guard tellingProvider else {
            await endSession(.signedOut, cause: nil)
            ledger.end(.signOut)
            return []
        }
        let outcome = SharedOutcome<[TokenRevocation]>()
        forcedSignOut = outcome
        let tokens = await endSession(.signedOut, cause: nil, revoking: true)
        ledger.end(.signOut)
        let told = startRevoking(tokens, generation: generation, cause: nil)
        Task {
            outcome.finish(.success((try? await told.value()) ?? []))
            if forcedSignOut === outcome { forcedSignOut = nil }
        }
        return (try? await outcome.value()) ?? []
    }

    /// Throws where the provider could not be told of any token: one that offers no revocation, or refuses, has been.
    private func signOutAtProvider(
        _ credentials: Credentials, generation: Int
    ) async throws(SessionError) -> [TokenRevocation] {
        let scope = scope(generation: generation, cause: nil)
        let tokens = owing(refresh: credentials.refresh, access: credentials.access)
        let results = await revoke(tokens, scope)
        let isToldOfAny = results.contains { $0.outcome == .revoked }
        for (token, result) in zip(tokens, results) {
            guard case .pending(let error) = result.outcome else { continue }
            guard isToldOfAny else { throw error }
            // What is revoked can't be taken back: the session ends, and the rest is left for later.
            owed.owe([token])
            scope.report(.revocationPending(result.token, error))
        }
        if machine.isCurrent(generation) { await endSession(.signedOut, cause: nil) }
        startPendingRevocations()
        return results
    }
}
