import FoundationEssentials
import HostSystem

extension Session {
    /// Ends the present session at once, then removes it from the store.
    ///
    /// `isLocked` tells whether the caller holds the store's lock. With `revoking` the same write adds the session's
    /// tokens to the pending revocations; they are returned.
    @discardableResult
    func endSession(
        _ end: SessionEnd, cause: Int?, isLocked: Bool = false, revoking: Bool = false
    ) async -> [PendingRevocation] {
        guard let clearing = leaveSession(end, cause: cause, isLocked: isLocked, revoking: revoking) else { return [] }
        return await keeper.clear(clearing, isLocked: isLocked)
    }

    /// Ends the present session here; returns what is still to be removed from the store.
    private func leaveSession(_ end: SessionEnd, cause: Int?, isLocked: Bool = false, revoking: Bool) -> Clearing? {
        guard let active = machine.active else { return nil }
        let ended = EndedSession(
            end: end, time: clock.now, generation: machine.generation, process: Int(getpid()), program: client.program,
            flow: active.flow)
        leave(StoredEnd(end, ended), as: end.isForced ? .forcedOut(end) : .signedOut(end), cause, isLocked: isLocked)
        return Clearing(
            id: active.id, endedSession: ended, revoked: revoking ? active.credentials : nil,
            isUnsaved: active.isUnsaved)
    }

    /// Ends the present session as the store says that another process has.
    func endSession(asIn found: StoredRecord, cause: Int?) {
        guard let active = machine.active else { return }
        let end = found.end(of: active.id)
        leave(end, as: end.endedSession.map { .endedElsewhere($0) } ?? .signedOut(end.end), cause)
    }

    private func leave(_ end: StoredEnd, as event: SessionEvent.Kind, _ cause: Int?, isLocked: Bool = false) {
        keeper.cancelRepair()
        let flight = update { $0.end(end.end, endedSession: end.endedSession) }
        journal.record(event, generation: machine.generation, cause: cause)
        if isLocked {
            // The refresh itself ends the session: it is not cancelled, so that it can release the lock.
            flight?.outcome.finish(.failure(.sessionExpired(end.end)))
        } else {
            abandon(flight, with: end.end.isForced ? .sessionExpired(end.end) : .sessionChanged)
        }
    }
}

/// A sign-out under way, of one generation's session.
enum SignOutRun: Sendable, Hashable {
    /// The provider is asked first, and the session kept where that fails.
    case providerFirst(generation: Int)
    /// The session has ended here, and the provider is asked afterwards.
    case localFirst(generation: Int)
}

extension Session {
    /// Signs out, and returns the provider's answer for each of the session's tokens.
    ///
    /// With `force` it throws nothing once the session is configured. It ends the session here and clears the store,
    /// and then revokes the tokens. What fails is tried again later; until then ``clearingFailure`` says what keeps the
    /// session in the store.
    ///
    /// Without `force` it revokes the tokens first. Where the provider can't be reached or the store can't be locked it
    /// throws, and keeps the session. Without a session it does nothing. Simultaneous calls share one revocation, which
    /// ends after ten seconds at most.
    @discardableResult
    public func signOut(force: Bool = false) async throws(SessionError) -> [TokenRevocation] {
        if case .unknown = machine.phase { throw .notConfigured }
        update { $0.signIns.voidAll() }
        if force { return await signOutLocally() }
        let generation = machine.generation
        if let running = signOuts[.providerFirst(generation: generation)] { return try await running.value() }
        guard let active = machine.active else { return [] }
        ledger.beginEnding(.signOut)
        let run = signOuts.outcome(of: .providerFirst(generation: generation)) {
            [self] () async throws(SessionError) in
            defer { ledger.end(.signOut) }
            try await keeper.requireLock()
            return try await signOutAtProvider(active.credentials, generation: generation)
        }
        return try await run.value()
    }

    /// Forgets the session here, and in the store, and leaves its tokens valid at the provider.
    public func forget() async {
        update { $0.signIns.voidAll() }
        ledger.beginEnding(.signOut)
        await endSession(.signedOut, cause: nil)
        ledger.end(.signOut)
    }

    private func signOutLocally() async -> [TokenRevocation] {
        let generation = machine.generation
        guard let clearing = leaveSession(.signedOut, cause: nil, revoking: true) else {
            // The second caller waits for the same revocation.
            let running = signOuts[.localFirst(generation: generation)]
            let results = (try? await running?.value()) ?? []
            await revoker.requestsUnderWay()
            return results
        }
        // The store's lock may be waited for before anything is written.
        ledger.beginEnding(.signOut)
        let run = signOuts.outcome(of: .localFirst(generation: generation)) {
            [self] () async throws(SessionError) in
            let tokens = await keeper.clear(clearing, isLocked: false)
            let revocations = revoker.start(tokens, scope(generation: generation, cause: nil))
            ledger.end(.signOut)
            return try await revocations.value()
        }
        return (try? await run.value()) ?? []
    }

    /// Throws where the provider could be asked to revoke none of the tokens; a refusal is an answer.
    private func signOutAtProvider(
        _ credentials: Credentials, generation: Int
    ) async throws(SessionError) -> [TokenRevocation] {
        let scope = scope(generation: generation, cause: nil)
        let tokens = revocations(refresh: credentials.refresh, access: credentials.access)
        let results = await revoker.revoke(tokens, scope)
        let isToldOfAny = results.contains { $0.outcome == .revoked }
        for (token, result) in zip(tokens, results) {
            guard case .pending(let error) = result.outcome else { continue }
            guard isToldOfAny else { throw error }
            // A revocation can't be undone: the session ends, and the rest is left for later.
            keeper.addPending([token])
            scope.report(.revocationPending(result.token, error))
        }
        if machine.isCurrent(generation) { await endSession(.signedOut, cause: nil) }
        revoker.startPending(generation: machine.generation)
        return results
    }
}
