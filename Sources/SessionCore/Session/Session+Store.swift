import FoundationEssentials

/// What the store holds.
enum StoredRecord: Sendable {
    case none
    /// It held something that can't be understood, which is out of the way now.
    case setAside
    /// This client's.
    case record(SessionRecord)
    /// Another client's, or of another issuer: only a sign-in may replace it.
    case foreign(SessionRecord)
    /// A newer program's, with its version: only a sign-in may set it aside.
    case newer(Int)
}

extension StoredRecord {
    /// This client's session, where it is there.
    var entry: SessionRecord.Entry? {
        if case .record(let record) = self { record.entry } else { nil }
    }

    var owed: [OwedRevocation] {
        switch self {
        case .none, .setAside, .newer: []
        case .record(let record), .foreign(let record): record.owed
        }
    }

    /// Whose session is there instead of this client's.
    var foreign: ForeignRecord? {
        switch self {
        case .none, .setAside, .record: nil
        case .foreign(let record): record.entry == nil ? nil : .client(record.owner)
        case .newer(let version): .newerVersion(version)
        }
    }
}

extension Session {
    /// How long what was read from the store counts as what is there.
    private static let storeCheckInterval = Duration.milliseconds(100)
    /// How long a sign-out waits for whoever holds the lock before it leaves the store for later.
    static let patience = Duration.seconds(5)

    /// Looks at the store for what other processes did: a refresh is taken over, a sign-out or sign-in followed.
    ///
    /// Done by every use of the session too, at most ten times a second; call it to notice sooner, such as when the
    /// file has changed. A store that can't be read changes nothing.
    public func checkStore() async {
        guard isStoreQuiet else { return }
        board.storeWasChecked(at: clock.uptime, nextIn: Self.storeCheckInterval)
        let workBefore = storeWorkCount
        do throws(StoreError) {
            let record = try await readRecord()
            // Work of this process that began meanwhile has looked for itself, and may have changed the store since.
            if isStoreQuiet, storeWorkCount == workBefore { take(record, cause: nil) }
            lastStoreError = nil
        } catch {
            if error != lastStoreError { report(storeFailure: error) }
            lastStoreError = error
        }
    }

    func checkStoreIfDue() async {
        if board.isStoreCheckDue(at: clock.uptime) { await checkStore() }
    }

    private var isStoreQuiet: Bool {
        if case .unknown = machine.phase { return false }
        return machine.flight == nil && storeWork == 0
    }

    /// Works with the store's lock held.
    func withStoreLock<Value: Sendable>(
        within limit: Duration, _ work: () async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let lock = try await lockStore(within: limit)
        return try await working(under: lock, work)
    }

    /// Throws where the store can't be locked at all.
    ///
    /// A lock that another process holds now can be had later.
    func requireLock() async throws(SessionError) {
        do throws(SessionError) {
            try await lockStore(within: .zero).release()
        } catch .store(.locked) {
            return
        }
    }

    /// Works under a lock that has been taken, and frees it; `nil` where the caller holds it and goes on to.
    func working<Value: Sendable, Failure: Error>(
        under lock: StoreLock?, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        storeWork += 1
        storeWorkCount += 1
        defer {
            storeWork -= 1
            lock?.release()
        }
        return try await work()
    }

    /// Takes the store's lock; what stops it is the store's error.
    func lockStore(within limit: Duration) async throws(SessionError) -> StoreLock {
        do {
            let lock = try await store.lock(within: limit, clock: clock)
            if let warning = lock.warning { report(storeWarning: warning) }
            return lock
        } catch let error as StoreError {
            throw .store(error)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .store(.lockFailed("\(error)"))
        }
    }

    /// Reads the record; one that can't be understood is set aside and reported.
    ///
    /// Nothing is set aside without the lock, which is taken unless `isLocked` tells that the caller holds it: what
    /// looked damaged may have been replaced since.
    func readRecord(isLocked: Bool = false) async throws(StoreError) -> StoredRecord {
        do {
            guard let bytes = try await store.read() else { return .none }
            let reason: String
            do throws(SessionRecord.Fault) {
                let record = try SessionRecord(bytes)
                guard record.owner == owner else { return .foreign(record) }
                directory.keep(record.metadata)
                return .record(record)
            } catch {
                switch error {
                case .newerVersion(let version): return .newer(version)
                case .damaged(let fault): reason = fault
                }
            }
            guard isLocked else {
                let lock = try await store.lock(within: Self.patience, clock: clock)
                defer { lock.release() }
                return try await readRecord(isLocked: true)
            }
            report(storeFailure: .damaged(setAsideAs: try await store.setAside(), reason: reason))
            return .setAside
        } catch let error as StoreError {
            throw error
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// Reads the store under the lock and goes along with what other processes did.
    func takeOverFromStore(cause: Int?) async throws(SessionError) {
        do throws(StoreError) {
            take(try await readRecord(isLocked: true), cause: cause)
        } catch {
            // Tokens that exist nowhere else are worth more than certainty about other processes.
            guard machine.active?.isUnsaved == true else { throw .store(error) }
            report(storeFailure: error)
        }
    }

    /// What ``configure()`` found.
    func takeFirst(_ found: StoredRecord) {
        board.storeWasChecked(at: clock.uptime, nextIn: Self.storeCheckInterval)
        switch found {
        case .none: machine.noteAbsence(.noStoredSession)
        case .setAside: machine.noteAbsence(.storeLost)
        case .foreign, .newer: noteAbsence(found)
        case .record(let record):
            owed.noteRead(record.owed)
            guard let entry = record.entry else { return noteAbsence(found) }
            _ = machine.begin(active(entry, revision: record.revision, start: .restored), generation: entry.generation)
        }
    }

    /// Says why nobody is signed in, as far as the store tells.
    private func noteAbsence(_ found: StoredRecord) {
        if case .record(let record) = found, let ending = record.end?.ending {
            machine.noteAbsence(ending.end, ending: ending)
        } else {
            machine.noteAbsence(found.foreign.map { .foreignRecord($0) } ?? .noStoredSession)
        }
    }

    /// Follows what the store says; without effect where it says nothing new.
    private func take(_ found: StoredRecord, cause: Int?) {
        switch found {
        case .none, .foreign, .newer: break
        case .setAside:
            if machine.active != nil { needsSaving() }
            return
        case .record(let record): owed.noteRead(record.owed)
        }
        guard case .record(let record) = found, let entry = record.entry else {
            if let active = machine.active {
                // What was never written, or could not be, has not been removed by another process.
                if active.wasStored, !active.isUnsaved { endSession(asIn: found, cause: cause) }
            } else if machine.knowsOnlyAbsence {
                noteAbsence(found)
            }
            return
        }
        let revision = record.revision
        if let active = machine.active, active.id == entry.id {
            guard revision > active.revision else { return }
            let taken = self.active(entry, revision: revision, start: active.start)
            machine.adopt(taken.credentials, subject: taken.subject, revision: revision)
        } else {
            guard !endedSessions.contains(entry.id) else { return }
            if let replaced = machine.active { endedSessions.insert(replaced.id) }
            let flight = machine.begin(
                active(entry, revision: revision, start: .otherProcess), generation: entry.generation)
            abandon(flight, with: .sessionChanged)
        }
        guard let active = machine.active else { return }
        journal.record(
            .adoptedFromStore(SessionTokens(active.credentials, now: clock.now, uptime: clock.uptime)),
            generation: machine.generation, cause: cause)
    }

    private func active(
        _ entry: SessionRecord.Entry, revision: Int, start: SessionStart
    ) -> SessionMachine.Active {
        SessionMachine.Active(
            id: entry.id, start: start, flow: entry.flow,
            credentials: entry.credentials(now: clock.now, uptime: clock.uptime), subject: entry.subject,
            revision: revision, wasStored: true)
    }

    /// Reports what is unsafe about the store, once.
    func report(storeWarning warning: String) {
        guard storeWarnings.insert(warning).inserted else { return }
        journal.record(.storeWarning(warning), generation: machine.generation)
    }

    func report(storeFailure error: StoreError) {
        journal.record(.storeFailed(error), generation: machine.generation)
    }
}
