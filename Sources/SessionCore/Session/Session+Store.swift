import FoundationEssentials
import Glibc

/// What the store holds for this client.
enum StoredRecord: Sendable {
    case none
    /// It held something that can't be understood, which is out of the way now.
    case setAside
    case record(SessionRecord)
}

/// What became of a session that was to be written.
enum SaveOutcome: Sendable {
    case saved(revision: Int)
    case unsaved
    /// Another process has signed out, or signed in, since the store was last read.
    case superseded(StoredRecord)
}

extension Session {
    /// How long what was read from the store counts as what is there.
    private static let storeCheckInterval = Duration.milliseconds(100)
    /// How long a sign-in or sign-out waits for whoever holds the lock before it goes on without.
    static let patience = Duration.seconds(5)

    /// Looks at the store for what other processes did: a refresh is taken over, a sign-out or sign-in followed.
    ///
    /// Done by every use of the session too, at most ten times a second; call it to notice sooner, such as when the
    /// file has changed. A store that can't be read changes nothing.
    public func checkStore() async {
        guard isStoreQuiet else { return }
        board.storeWasChecked(at: clock.uptime, nextIn: Self.storeCheckInterval)
        do throws(StoreError) {
            let record = try await readRecord()
            // Work of this process that began meanwhile has looked for itself.
            if isStoreQuiet { await take(record, cause: nil) }
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

    /// Takes the store's lock; what stops it is the store's error.
    func lockStore(within limit: Duration) async throws(SessionError) -> StoreLock {
        do {
            return try await store.lock(within: limit, clock: clock)
        } catch StoreError.unwritable {
            // Where not even a lock can be written nobody else writes a session either; our own goes on in memory.
            return StoreLock {}
        } catch let error as StoreError {
            throw .store(error)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .store(.locked("\(error)"))
        }
    }

    /// Reads the record; one that can't be understood is set aside and reported.
    ///
    /// Nothing is set aside without the lock, which is taken unless `isLocked` tells that the caller holds it: what
    /// looked damaged may have been replaced since.
    func readRecord(isLocked: Bool = false) async throws(StoreError) -> StoredRecord {
        do {
            guard let bytes = try await store.read() else { return .none }
            do throws(SessionRecord.Fault) {
                return .record(try SessionRecord(bytes, for: client))
            } catch {
                guard isLocked else {
                    let lock = try await store.lock(within: Self.patience, clock: clock)
                    defer { lock.release() }
                    return try await readRecord(isLocked: true)
                }
                report(storeFailure: .damaged(setAsideAs: try await store.setAside(), reason: error.reason))
                return .setAside
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// Reads the store under the lock and goes along with what other processes did.
    func takeOverFromStore(cause: Int?) async throws(SessionError) {
        do throws(StoreError) {
            await take(try await readRecord(isLocked: true), cause: cause)
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
        case .none: machine.configureEmpty(.noStoredSession)
        case .setAside: machine.configureEmpty(.storeLost)
        case .record(let record):
            pendingRevocations = record.pendingRevocations
            guard let entry = record.entry else {
                machine.configureEmpty(.noStoredSession)
                return
            }
            _ = machine.begin(active(entry, revision: record.revision, start: .restored), generation: entry.generation)
        }
    }

    /// Follows what the store says; without effect where it says nothing new.
    private func take(_ found: StoredRecord, cause: Int?) async {
        let entry: SessionRecord.Entry?
        var revision = 0
        switch found {
        case .none: entry = nil
        case .setAside:
            if machine.active != nil { needsSaving() }
            return
        case .record(let record):
            pendingRevocations = record.pendingRevocations
            entry = record.entry
            revision = record.revision
        }
        guard let entry else {
            // What was never written, or could not be, has not been removed by anybody.
            guard let active = machine.active, active.wasStored, !active.isUnsaved else { return }
            await endSession(.otherProcess, cause: cause, isStored: false)
            return
        }
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

    func report(storeFailure error: StoreError) {
        journal.record(.storeFailed(error), generation: machine.generation)
    }
}
