import FoundationEssentials

extension Session {
    /// Ends the present session: at once for everybody who asks, then in the store.
    ///
    /// Nothing is awaited before the state has changed. `isLocked` tells whether the caller holds the store's lock;
    /// with `isStored` false the store has no record of it any more. Returns what the store knew of the session last,
    /// where that could be learned.
    @discardableResult
    func endSession(
        _ end: SessionEnd, cause: Int?, isLocked: Bool = false, isStored: Bool = true
    ) async -> SessionRecord.Entry? {
        guard let active = machine.active else { return nil }
        endedSessions.insert(active.id)
        storeRepair?.cancel()
        let flight = machine.end(end)
        journal.record(
            end.isForced ? .forcedOut(end) : .signedOut(end), generation: machine.generation, cause: cause)
        // Under the lock it is the refresh itself that ends the session, and goes on to its own end.
        if isLocked {
            flight?.outcome.finish(.failure(.sessionExpired(end)))
        } else {
            abandon(flight, with: end.isForced ? .sessionExpired(end) : .sessionChanged)
        }
        return isStored ? await clear(active.id, isLocked: isLocked) : nil
    }

    /// Signs out.
    ///
    /// With `force` it can't fail: nobody is signed in and the store is empty before anything is sent; then the
    /// provider is told, and if it can't be, it will be told later. Without, the provider is told first, and where it
    /// can't be, the session is kept and the error thrown. Where nobody is signed in it does nothing; calls at the same
    /// time share one revocation, which takes ten seconds at most.
    public func signOut(force: Bool = false) async throws(SessionError) {
        if case .unknown = machine.phase { throw .notConfigured }
        voidSignIns = signInCount
        if force { return await signOutLocally(tellingProvider: true) }
        if let signOut { return try await signOut.value() }
        guard let active = machine.active else { return }
        let outcome = SharedOutcome<Void>()
        signOut = outcome
        let generation = machine.generation
        Task {
            let result: Result<Void, SessionError>
            do throws(SessionError) {
                try await tellProvider(of: active.credentials, generation: generation)
                if machine.isCurrent(generation) { await endSession(.signedOut, cause: nil) }
                startPendingRevocations()
                result = .success(())
            } catch {
                result = .failure(error)
            }
            signOut = nil
            outcome.finish(result)
        }
        try await outcome.value()
    }

    /// Forgets the session here, and in the store, without telling the provider.
    public func forget() async {
        voidSignIns = signInCount
        await signOutLocally(tellingProvider: false)
    }

    private func signOutLocally(tellingProvider: Bool) async {
        guard let active = machine.active else {
            // Whoever comes second waits for the same revocation.
            for running in revocations.values { try? await running.outcome.value() }
            return
        }
        let generation = machine.generation
        // The store's lock may be waited for before anything is written.
        ledger.beginEnding(.signOut)
        let stored = await endSession(.signedOut, cause: nil)
        ledger.end(.signOut)
        guard tellingProvider else { return }
        // Another process may have rotated the token since.
        let refresh = stored?.refresh ?? active.credentials.refresh
        let revocation = startRevoking(
            refresh ?? active.credentials.access, isRefreshToken: refresh != nil, generation: generation, cause: nil)
        try? await revocation.value()
    }

    /// Throws only where the provider could not be told: one that offers no revocation, or refuses, has been.
    private func tellProvider(of credentials: Credentials, generation: Int) async throws(SessionError) {
        do throws(SessionError) {
            try await revoke(
                credentials.refresh ?? credentials.access, isRefreshToken: credentials.refresh != nil,
                generation: generation, cause: nil
            ).value()
        } catch {
            guard error.settlesRevocation else { throw error }
        }
    }
}
