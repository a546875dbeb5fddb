import FoundationEssentials
import Glibc
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
                    throw .store(StoreError(error))
                }
                found = .empty
            }
            return .saved(revision: try await write(active, generation: generation, over: found))
        } catch {
            return unsaved(error, cause: cause)
        }
    }

    private func unsaved(_ error: SessionError, cause: Int?) -> SaveOutcome {
        report(failure: StoreError(error), cause: cause)
        return .unsaved
    }

    /// Throws where the session is larger than the store allows.
    func requireFitting(_ active: SessionMachine.Active, generation: Int) throws(SessionError) {
        try requireFitting(
            record(SessionRecord.Entry(active, generation: generation), revision: active.revision))
    }

    private func requireFitting(_ record: SessionRecord) throws(SessionError) {
        guard let limit = store.sizeLimit else { return }
        let size = record.encoded.count
        guard size <= limit else { throw .store(.tooLarge(size: size, limit: limit)) }
    }

    private func record(
        _ entry: SessionRecord.Entry?, end: SessionRecord.End? = nil, revision: Int, owed: [OwedRevocation] = []
    ) -> SessionRecord {
        SessionRecord(
            owner: owner, revision: revision,
            writer: SessionRecord.Writer(process: Int(getpid()), time: clock.now), entry: entry, end: end, owed: owed,
            metadata: directory.kept)
    }

    /// The replaced session's tokens are owed to their provider from this write on, and not before: where the write
    /// fails that session is still the stored one.
    private nonisolated(nonsending) func write(
        _ active: SessionMachine.Active, generation: Int, over found: StoredRecord
    ) async throws(SessionError) -> Int {
        let revision = active.revision + 1
        let known = owed
        let replaced = replacedTokens(in: found, by: active).filter { item in
            !known.contains { $0.token == item.token }
        }
        owe(replaced)
        do throws(SessionError) {
            try await write(SessionRecord.Entry(active, generation: generation), revision: revision, over: found)
        } catch {
            for item in replaced { settle(item.token) }
            throw error
        }
        return revision
    }

    private func replacedTokens(in found: StoredRecord, by active: SessionMachine.Active) -> [OwedRevocation] {
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
    ) -> [OwedRevocation] {
        if owner == self.owner, let id = idToken?.providerSession, id == new.idToken?.providerSession { return [] }
        return OwedRevocation.pair(refresh: refresh, access: access, owner: owner, since: clock.now)
            .filter { $0.token != new.refresh && $0.token != new.access }
    }

    /// Writes a record in place of the one that was found, under the lock that the caller holds.
    ///
    /// It holds the revocations still owed, those found and those of this process. Where they leave no room for the
    /// session the oldest are given up.
    nonisolated(nonsending) func write(
        _ entry: SessionRecord.Entry?, end: SessionRecord.End? = nil, revision: Int, over found: StoredRecord
    ) async throws(SessionError) {
        let owed = changeOwed { $0.merged(with: found.owed) }
        var record = record(entry, end: end, revision: revision, owed: owed)
        while true {
            do throws(SessionError) {
                try requireFitting(record)
                break
            } catch {
                guard !record.owed.isEmpty else { throw error }
                let dropped = record.owed.removeFirst().token
                settle(dropped)
                report(givenUp: dropped, error)
            }
        }
        do {
            if record.isEmpty { try await store.remove() } else { try await store.write(record.encoded) }
        } catch {
            throw .store(StoreError(error))
        }
        changeOwed { $0.noteStored(record.owed) }
    }

    /// Writes the record once more as it is, under the lock that the caller holds: throws where that fails.
    nonisolated(nonsending) func requireWritable() async throws(SessionError) {
        do {
            guard let record = try await store.read() else { return }
            try await store.write(record)
        } catch {
            throw .store(StoreError(error))
        }
    }

    /// Writes the owed revocations into the store, beside whatever is there, where they have changed.
    ///
    /// A record of another client is left as it is. Without the lock they stay owed, and the next write of the record
    /// includes them.
    nonisolated(nonsending) func storeOwed() async {
        guard owesUnstored else { return }
        do throws(SessionError) {
            try await withLock(within: Self.patience) { () async throws(SessionError) in
                let found = try await readLocked()
                switch found {
                case .foreign, .newer: return
                case .empty, .setAside: try await write(nil, revision: 0, over: found)
                case .record(let record):
                    let isStored = changeOwed { owed in
                        guard owed.merged(with: record.owed) == record.owed else { return false }
                        owed.noteStored(record.owed)
                        return true
                    }
                    // The session's own revision stays: nothing of it has changed.
                    if !isStored {
                        try await write(record.entry, end: record.end, revision: record.revision, over: found)
                    }
                }
            }
        } catch {
            report(failure: StoreError(error))
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
