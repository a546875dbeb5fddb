import FoundationEssentials
import HostSystem
import JOSE

/// The result of writing a session.
enum SaveOutcome: Sendable {
    case saved(revision: Int)
    case unsaved
    /// Another process has signed out, or signed in, since the store was last read.
    case superseded(StoredRecord)
}

extension RecordKeeper {
    /// Writes a session under the lock that the caller holds, unless the store was changed since it was read.
    nonisolated(nonsending) func save(
        _ active: SessionMachine.Active, generation: Int, cause: Int?
    ) async -> SaveOutcome {
        do throws(SessionError) {
            let found = try await readLocked()
            let isElsewhere = active.wasStored && !active.isUnsaved
            switch found {
            case .empty, .foreign, .newer: if isElsewhere { return .superseded(found) }
            case .record(let record): if isElsewhere, record.entry?.id != active.id { return .superseded(found) }
            case .setAside: break
            }
            if let foreign = found.foreign { throw .store(.foreign(foreign)) }
            return .saved(revision: try await write(active, generation: generation, over: found))
        } catch {
            return unsaved(error, cause: cause)
        }
    }

    /// Writes a new session in place of whatever the store holds, under the lock that the caller holds.
    ///
    /// A record of a newer program can't be read, so it is set aside.
    nonisolated(nonsending) func saveSignIn(
        _ active: SessionMachine.Active, generation: Int, cause: Int?
    ) async -> SaveOutcome {
        do throws(SessionError) {
            var found = try await readLocked()
            if case .newer = found {
                do {
                    report(failure: .newerSetAside(as: try await store.setAside()))
                } catch {
                    throw SessionError(ofStore: error) { .unwritable($0) }
                }
                found = .empty
            }
            return .saved(revision: try await write(active, generation: generation, over: found))
        } catch {
            return unsaved(error, cause: cause)
        }
    }

    private func unsaved(_ error: SessionError, cause: Int?) -> SaveOutcome {
        report(failure: error, cause: cause)
        return .unsaved
    }

    /// Throws where the session is larger than the store allows.
    func requireFitting(_ active: SessionMachine.Active, generation: Int) throws(SessionError) {
        var entry = SessionRecord.Entry(active, generation: generation)
        entry.renewer = thisProcess
        if store.sizeLimit != nil { _ = try encode(record(entry, revision: active.revision)) }
    }

    /// The record as it is stored; throws where that is larger than the store allows.
    private func encode(_ record: SessionRecord) throws(SessionError) -> [UInt8] {
        let bytes = record.encoded
        if let limit = store.sizeLimit, bytes.count > limit {
            throw .store(.tooLarge(size: bytes.count, limit: limit))
        }
        return bytes
    }

    private func record(
        _ entry: SessionRecord.Entry?, end: SessionRecord.End? = nil, revision: Int, pending: [PendingRevocation] = []
    ) -> SessionRecord {
        SessionRecord(
            owner: owner, revision: revision,
            writer: SessionRecord.Writer(process: Int(getpid()), time: clock.now), entry: entry, end: end,
            pending: pending, metadata: directory.kept)
    }

    /// Writes the session, and with it the replaced session's tokens as pending revocations.
    ///
    /// They are not added before: if the write fails, that session is still the stored one.
    private nonisolated(nonsending) func write(
        _ active: SessionMachine.Active, generation: Int, over found: StoredRecord
    ) async throws(SessionError) -> Int {
        let revision = active.revision + 1
        let known = pending
        let replaced = replacedTokens(in: found, by: active).filter { item in
            !known.contains { $0.token == item.token }
        }
        addPending(replaced)
        var entry = SessionRecord.Entry(active, generation: generation)
        entry.renewer =
            found.entry?.access == entry.access
            ? found.entry?.renewer : thisProcess
        do throws(SessionError) {
            try await write(entry, revision: revision, over: found)
        } catch {
            for item in replaced { settle(item.token) }
            throw error
        }
        return revision
    }

    private var thisProcess: SessionRecord.Renewer {
        SessionRecord.Renewer(process: Int(getpid()), program: program)
    }

    private func replacedTokens(in found: StoredRecord, by active: SessionMachine.Active) -> [PendingRevocation] {
        switch found {
        case .empty, .setAside, .newer: return []
        case .foreign(let record), .record(let record):
            guard let entry = record.entry, entry.id != active.id else { return [] }
            return replacedTokens(
                refresh: entry.refresh, access: entry.access, idToken: entry.idToken, owner: record.owner,
                by: active.credentials)
        }
    }

    /// The tokens to revoke when others replace them.
    ///
    /// There are none where both sets belong to one session at the provider, which would end with the old tokens; and
    /// a token that the provider has issued again is not among them.
    func replacedTokens(
        refresh: Secret?, access: Secret, idToken: ValidatedIDToken?, owner: RecordOwner, by new: Credentials
    ) -> [PendingRevocation] {
        if owner == self.owner, let id = idToken?.providerSession, id == new.idToken?.providerSession { return [] }
        return PendingRevocation.pair(refresh: refresh, access: access, owner: owner, since: clock.now)
            .filter { $0.token != new.refresh && $0.token != new.access }
    }

    /// Writes a record in place of the one that was found, under the lock that the caller holds.
    ///
    /// It contains the pending revocations, those found and those of this process. If they leave no room for the
    /// session, the oldest are dropped.
    nonisolated(nonsending) func write(
        _ entry: SessionRecord.Entry?, end: SessionRecord.End? = nil, revision: Int, over found: StoredRecord
    ) async throws(SessionError) {
        let pending = changePending { $0.merged(with: found.pending) }
        var record = record(entry, end: end, revision: revision, pending: pending)
        let bytes: [UInt8]
        while true {
            do throws(SessionError) {
                bytes = try encode(record)
                break
            } catch {
                guard !record.pending.isEmpty else { throw error }
                let dropped = record.pending.removeFirst().token
                settle(dropped)
                report(givenUp: dropped, error)
            }
        }
        do {
            if record.isEmpty { try await store.remove() } else { try await store.write(bytes) }
        } catch {
            throw SessionError(ofStore: error) { .unwritable($0) }
        }
        remember(record, in: bytes)
        changePending { $0.adoptStored(record.pending) }
    }

    /// Writes the record once more as it is, under the lock that the caller holds: throws where that fails.
    nonisolated(nonsending) func requireWritable() async throws(SessionError) {
        do {
            guard let record = try await store.read() else { return }
            try await store.write(record)
        } catch {
            throw SessionError(ofStore: error) { .unwritable($0) }
        }
    }

    /// Writes the pending revocations into the stored record if they have changed.
    ///
    /// A record of another client is left as it is. Without the lock nothing is written; the next write of the record
    /// includes them.
    nonisolated(nonsending) func storePending() async {
        guard hasUnstoredRevocations else { return }
        do throws(SessionError) {
            try await withLock(within: Self.patience) { () async throws(SessionError) in
                let found = try await readLocked()
                switch found {
                case .foreign, .newer: return
                case .empty, .setAside, .record: break
                }
                let isStored = changePending { pending in
                    guard pending.merged(with: found.pending) == found.pending else { return false }
                    pending.adoptStored(found.pending)
                    return true
                }
                guard !isStored else { return }
                // The session's own revision stays: nothing of it has changed.
                if case .record(let record) = found {
                    try await write(record.entry, end: record.end, revision: record.revision, over: found)
                } else {
                    try await write(nil, revision: 0, over: found)
                }
            }
        } catch {
            report(failure: error)
        }
    }
}

extension SessionError {
    /// The closed form of whatever a store threw; `other` makes a ``StoreError`` of an error of another type.
    init(ofStore error: any Error, _ other: (String) -> StoreError) {
        self =
            switch error {
            case let error as SessionError: error
            case let error as StoreError: .store(error)
            case is CancellationError where Task.isCancelled: .cancelled
            default: .store(other("\(error)"))
            }
    }
}

extension ValidatedIDToken {
    /// The provider's name for its own session, by the `sid` claim (OpenID Connect Front-Channel Logout 1.0 §3).
    var providerSession: String? {
        (try? JWT.parse(token.reveal()))?.claims.object["sid"]?.string
    }
}
