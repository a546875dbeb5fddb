import FoundationEssentials
import Glibc
import JOSE

/// What became of a session that was to be written.
enum SaveOutcome: Sendable {
    case saved(revision: Int)
    case unsaved
    /// Another process has signed out, or signed in, since the store was last read.
    case superseded(StoredRecord)
}

extension Session {
    /// Writes a session under the lock that the caller holds, unless the store was changed since it was read.
    func save(_ active: SessionMachine.Active, cause: Int?) async -> SaveOutcome {
        do {
            let found = try await readRecord(isLocked: true)
            let isElsewhere = active.wasStored && !active.isUnsaved
            switch found {
            case .none, .foreign, .newer: if isElsewhere { return .superseded(found) }
            case .record(let record): if isElsewhere, record.entry?.id != active.id { return .superseded(found) }
            case .setAside: break
            }
            if let foreign = found.foreign { throw StoreError.foreign(foreign) }
            return .saved(revision: try await write(active, generation: machine.generation, over: found))
        } catch {
            return unsaved(error, cause: cause)
        }
    }

    /// Writes a new session in place of whatever the store holds, under the lock that the caller holds.
    ///
    /// A record of a newer program can't be read, so it is set aside.
    func saveSignIn(_ active: SessionMachine.Active, generation: Int, cause: Int?) async -> SaveOutcome {
        do {
            var found = try await readRecord(isLocked: true)
            if case .newer = found {
                report(storeFailure: .newerSetAside(as: try await store.setAside()))
                found = .none
            }
            return .saved(revision: try await write(active, generation: generation, over: found))
        } catch {
            return unsaved(error, cause: cause)
        }
    }

    private func unsaved(_ error: any Error, cause: Int?) -> SaveOutcome {
        journal.record(.storeFailed(StoreError(error)), generation: machine.generation, cause: cause)
        return .unsaved
    }

    /// Lets the session know what became of its tokens' writing.
    func settle(_ outcome: SaveOutcome, cause: Int?) async throws(SessionError) {
        switch outcome {
        case .saved(let revision): machine.noteSaved(revision: revision)
        case .unsaved: needsSaving()
        case .superseded(let found):
            endSession(asIn: found, cause: cause)
            throw .sessionChanged
        }
    }

    /// Throws where the store could never take that session back.
    func requireFitting(_ active: SessionMachine.Active) throws(SessionError) {
        let record = record(SessionRecord.Entry(active, generation: machine.generation), revision: active.revision)
        do throws(StoreError) {
            try requireFitting(record)
        } catch {
            throw .store(error)
        }
    }

    private func requireFitting(_ record: SessionRecord) throws(StoreError) {
        guard let limit = store.sizeLimit else { return }
        let size = record.encoded.count
        guard size <= limit else { throw .tooLarge(size: size, limit: limit) }
    }

    private func record(
        _ entry: SessionRecord.Entry?, end: SessionRecord.End? = nil, revision: Int, owed: [OwedRevocation] = []
    ) -> SessionRecord {
        SessionRecord(
            owner: owner, revision: revision,
            writer: SessionRecord.Writer(process: Int(getpid()), time: clock.now), entry: entry, end: end, owed: owed,
            metadata: directory.kept)
    }

    /// The tokens of a session that makes way are owed to their provider from the same write on, and not before: where
    /// it fails that session is still the stored one.
    private func write(
        _ active: SessionMachine.Active, generation: Int, over found: StoredRecord
    ) async throws -> Int {
        let revision = active.revision + 1
        let replaced = replacedTokens(in: found, by: active).filter { item in
            !owed.all.contains { $0.token == item.token }
        }
        owed.owe(replaced)
        do {
            try await write(SessionRecord.Entry(active, generation: generation), revision: revision, over: found)
        } catch {
            for item in replaced { owed.settle(item.token) }
            throw error
        }
        return revision
    }

    private func replacedTokens(in found: StoredRecord, by active: SessionMachine.Active) -> [OwedRevocation] {
        switch found {
        case .none, .setAside, .newer: return []
        case .foreign(let record), .record(let record):
            guard let entry = record.entry, entry.id != active.id else { return [] }
            return replacedTokens(
                refresh: entry.refresh, access: entry.access, idToken: entry.idToken, owner: record.owner,
                by: active.credentials)
        }
    }

    /// What is to be revoked of tokens that others replace.
    ///
    /// That is nothing where both are of one session at the provider, which would end with the old tokens; and no token
    /// that the provider has given out once more.
    func replacedTokens(
        refresh: Secret?, access: Secret, idToken: ValidatedIDToken?, owner: RecordOwner, by new: Credentials
    ) -> [OwedRevocation] {
        if owner == self.owner, let id = idToken?.providerSession, id == new.idToken?.providerSession { return [] }
        return owing(refresh: refresh, access: access, owner: owner)
            .filter { $0.token != new.refresh && $0.token != new.access }
    }

    /// Writes a record in place of the one that was found, under the lock that the caller holds.
    ///
    /// The revocations still owed come along, those found and those of this process. Where they leave no room for the
    /// session the oldest are given up.
    func write(
        _ entry: SessionRecord.Entry?, end: SessionRecord.End? = nil, revision: Int, over found: StoredRecord
    ) async throws {
        var record = record(entry, end: end, revision: revision, owed: owed.merged(with: found.owed))
        while true {
            do throws(StoreError) {
                try requireFitting(record)
                break
            } catch {
                guard !record.owed.isEmpty else { throw error }
                let dropped = record.owed.removeFirst().token
                owed.settle(dropped)
                journal.record(
                    .revocationRefused(dropped.fingerprint, .store(error)), generation: machine.generation)
            }
        }
        if record.isEmpty { try await store.remove() } else { try await store.write(record.encoded) }
        owed.noteStored(record.owed)
    }

    /// Whether the store has the newest tokens; where it has not they live in this process alone, and it goes on trying.
    public var isStored: Bool { machine.active?.isUnsaved != true }

    /// Why the store still holds a session that has ended here, which this process goes on trying to take out.
    ///
    /// `nil` where it holds none.
    public var unclearedStore: StoreError? { machine.active == nil ? uncleared : nil }

    /// Writes what is there once more, under the lock that the caller holds: throws where that can't be done.
    func requireWritableStore() async throws(SessionError) {
        do {
            guard let record = try await store.read() else { return }
            try await store.write(record)
        } catch {
            throw .store(StoreError(error))
        }
    }

    /// The store lacks the newest tokens: they are written as soon as it can be done.
    func needsSaving() {
        machine.noteUnsaved()
        repairStore { session in await session.saveAgain() }
    }

    private func saveAgain() async -> Bool {
        guard machine.active?.isUnsaved == true else { return true }
        let isDone = try? await withStoreLock(within: Self.patience) { () async in
            guard let active = machine.active, active.isUnsaved else { return true }
            let generation = machine.generation
            guard case .saved(let revision) = await save(active, cause: nil) else { return false }
            if machine.isCurrent(generation) { machine.noteSaved(revision: revision) }
            return true
        }
        return isDone ?? false
    }

    /// Tries again until it is done: after 1 s, 2 s, 4 s, then every minute at the latest.
    func repairStore(_ attempt: @escaping @Sendable (isolated Session) async -> Bool) {
        storeRepair?.cancel()
        storeRepair = Task { [weak self, clock] in
            var delay = Duration.seconds(1)
            while (try? await clock.sleep(for: delay)) != nil {
                guard let self, await !attempt(self) else { return }
                delay = min(delay * 2, .seconds(60))
            }
        }
    }
}

extension StoreError {
    /// The closed form of whatever a store threw when it was locked or written.
    init(_ error: any Error) {
        if case .store(let failure)? = error as? SessionError {
            self = failure
        } else {
            self = (error as? StoreError) ?? .unwritable("\(error)")
        }
    }
}

extension ValidatedIDToken {
    /// The provider's name for its own session, by the `sid` claim (OpenID Connect Front-Channel Logout 1.0 §3).
    fileprivate var providerSession: String? {
        (try? JWT.parse(token.reveal()))?.claims.object["sid"]?.string
    }
}
