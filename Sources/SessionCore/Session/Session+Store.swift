import FoundationEssentials

extension Session {
    /// How long a call whose token is good waits for the store.
    private static let storePatience = Duration.milliseconds(50)

    /// Reads the store for changes by other processes: a refresh is adopted, a sign-out or sign-in followed.
    ///
    /// Every use of the session does so too, as often as ``ClientConfiguration/storeCheckInterval`` says; call it to
    /// notice sooner, such as when the file has changed. A store that can't be read changes nothing.
    public func checkStore() async {
        guard mayFollowStore else { return }
        currentToken.storeWasChecked(at: clock.uptime, nextIn: client.storeCheckInterval)
        do throws(SessionError) {
            // Work of this process that began meanwhile reads the store itself, and may have changed it since.
            if let found = try await keeper.look(), mayFollowStore { follow(found, cause: nil) }
            keeper.report(lookFailure: nil)
        } catch {
            keeper.report(lookFailure: error)
        }
    }

    /// Begins to read the store where that is due, and waits for it: where the present token will do, for 50 ms at
    /// most, and not at all for what another call has begun.
    func checkStoreIfDue(_ objection: SessionMachine.Objection) async throws(SessionError) {
        guard currentToken.isStoreCheckDue(at: clock.uptime), mayFollowStore else { return }
        let running = storeChecks[keeper.owner]
        let check = running ?? storeChecks.outcome(of: keeper.owner) { await self.checkStore() }
        guard case .use = machine.access(objection, at: clock.uptime) else { return try await check.value() }
        if running == nil { await wait(for: check, atMost: Self.storePatience) }
    }

    private func wait(for check: SharedOutcome<Void>, atMost limit: Duration) async {
        let end = SharedOutcome<Void>()
        let timer = Task { [clock] in
            if (try? await clock.sleep(for: limit)) != nil { end.finish(.success(())) }
        }
        Task {
            try? await check.value()
            end.finish(.success(()))
        }
        // A caller that is cancelled finds that out when it uses the token.
        try? await end.value()
        timer.cancel()
    }

    private var mayFollowStore: Bool {
        if case .unknown = machine.phase { return false }
        return machine.flight == nil && keeper.isQuiet
    }

    /// Reads the store under the lock that the caller holds and follows what other processes did.
    func followStore(cause: Int?) async throws(SessionError) {
        do throws(SessionError) {
            follow(try await keeper.readLocked(), cause: cause)
        } catch {
            // Tokens that exist nowhere else are worth more than certainty about other processes.
            guard machine.active?.isUnsaved == true else { throw error }
            keeper.report(failure: error)
        }
    }

    /// Makes what ``configure()`` reads the session's state.
    func readFirst() async throws(SessionError) {
        var read: StoredRecord?
        do throws(SessionError) {
            repeat { read = try await keeper.look() } while read == nil
        } catch {
            keeper.report(failure: error)
            throw error
        }
        guard let found = read else { return }
        currentToken.storeWasChecked(at: clock.uptime, nextIn: client.storeCheckInterval)
        guard case .record(let record) = found, let entry = record.entry else {
            return adoptAbsence(found.absence)
        }
        let active = active(entry, revision: record.revision, start: .restored)
        update { _ = $0.begin(active, generation: entry.generation) }
    }

    private func follow(_ found: StoredRecord, cause: Int?) {
        switch machine.news(in: found) {
        case .nothing: return
        case .lost: return needsSaving()
        case .absent(let end): return adoptAbsence(end)
        case .ended: return endSession(asIn: found, cause: cause)
        case .renewed(let entry, let revision):
            let read = active(entry, revision: revision, start: .otherProcess)
            if let spent = machine.active?.credentials.refresh, let current = read.credentials.refresh {
                (transport as? any RotationFollower)?.followRotation(of: spent, to: current)
            }
            update { $0.adopt(read.credentials, subject: read.subject, revision: revision) }
        case .begun(let entry, let revision):
            let read = active(entry, revision: revision, start: .otherProcess)
            abandon(update { $0.begin(read, generation: entry.generation) }, with: .sessionChanged)
        }
        guard let active = machine.active else { return }
        journal.record(
            .adoptedFromStore(SessionTokens(active.credentials, now: clock.now, uptime: clock.uptime)),
            generation: machine.generation, cause: cause)
    }

    private func adoptAbsence(_ end: StoredEnd) {
        update { $0.adoptAbsence(end.end, endedSession: end.endedSession) }
    }

    private func active(
        _ entry: SessionRecord.Entry, revision: Int, start: SessionStart
    ) -> SessionMachine.Active {
        var active = entry.active(revision: revision, start: start, at: ClockReading(clock))
        active.credentials.isRepeatable = entry.isRepeatable || repeatableFlows[entry.flow] != nil
        return active
    }
}

extension Session {
    /// Whether the store has the newest tokens; if not, this process alone has them and keeps trying to store them.
    public var isStored: Bool { machine.active?.isUnsaved != true }

    /// Why the store still holds a session that has ended here, which this process keeps trying to remove.
    ///
    /// `nil` where it holds none.
    public var clearingFailure: StoreError? { machine.active == nil ? keeper.uncleared : nil }

    /// Writes the present session's tokens under the lock that the caller holds.
    func save(_ active: SessionMachine.Active, cause: Int?) async -> SaveOutcome {
        await keeper.save(active, generation: machine.generation, cause: cause)
    }

    /// Records the outcome of the write; throws ``SessionError/sessionChanged`` if the store has another session.
    func settle(_ outcome: SaveOutcome, cause: Int?) throws(SessionError) {
        switch outcome {
        case .saved(let revision): update { $0.recordSaved(revision: revision) }
        case .unsaved: needsSaving()
        case .superseded(let found):
            endSession(asIn: found, cause: cause)
            throw .sessionChanged
        }
    }

    /// The store lacks the newest tokens: they are written as soon as that is possible.
    func needsSaving() {
        update { $0.recordUnsaved() }
        keeper.repair { [weak self] in await self?.saveAgain() ?? true }
    }

    private func saveAgain() async -> Bool {
        guard machine.active?.isUnsaved == true else { return true }
        let isDone = try? await keeper.withLock(within: RecordKeeper.patience) { () async in
            guard let active = machine.active, active.isUnsaved else { return true }
            let generation = machine.generation
            guard case .saved(let revision) = await save(active, cause: nil) else { return false }
            if machine.isCurrent(generation) { update { $0.recordSaved(revision: revision) } }
            return true
        }
        return isDone ?? false
    }
}
