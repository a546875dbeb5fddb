import FoundationEssentials

/// A session that is over, as it is to be removed from the store.
struct Clearing: Sendable {
    let id: String
    /// How it ended, for the record; `nil` where it never began.
    let endedSession: EndedSession?
    /// The tokens that are to be revoked, as this process knows them.
    var revoked: Credentials?
    /// Whether the store lacks those tokens.
    var isUnsaved = false

    fileprivate var end: SessionRecord.End? { endedSession.map { SessionRecord.End(id: id, endedSession: $0) } }
}

extension RecordKeeper {
    /// Removes a session from the store, and only that one; the same write adds its tokens to the pending revocations.
    ///
    /// Returns those tokens: another process may have renewed them since. Where the store fails, it tries again later.
    nonisolated(nonsending) func clear(_ clearing: Clearing, isLocked: Bool) async -> [PendingRevocation] {
        do {
            if isLocked { return try await clearLocked(clearing) }
            // In a task of its own: a caller that is cancelled meanwhile has ended the session all the same.
            return try await Task { try await clearUnderLock(clearing) }.value
        } catch {
            let error = SessionError(ofStore: error) { .unwritable($0) }
            if case .store(let failure) = error { keepUncleared(failure) }
            report(failure: error)
            let tokens = tokens(of: clearing, stored: nil)
            addPending(tokens)
            repair { [weak self] in await self?.clearAgain(clearing) ?? true }
            return tokens
        }
    }

    /// Without the lock nothing is changed: another process may be about to store the tokens of this very session.
    private nonisolated(nonsending) func clearUnderLock(
        _ clearing: Clearing
    ) async throws(SessionError) -> [PendingRevocation] {
        try await withLock(within: Self.patience) { () async throws(SessionError) in try await clearLocked(clearing) }
    }

    private func clearAgain(_ clearing: Clearing) async -> Bool {
        var clearing = clearing
        // They are already pending, unless they have been revoked meanwhile.
        clearing.revoked = nil
        guard (try? await clearUnderLock(clearing)) != nil else { return false }
        keepUncleared(nil)
        return true
    }

    private nonisolated(nonsending) func clearLocked(
        _ clearing: Clearing
    ) async throws(SessionError) -> [PendingRevocation] {
        let found = try await readLocked()
        let entry = found.entry?.id == clearing.id ? found.entry : nil
        let tokens = tokens(of: clearing, stored: entry)
        addPending(tokens)
        switch found {
        case .foreign, .newer: break
        case .empty, .setAside: try await write(nil, end: clearing.end, revision: 0, over: found)
        case .record(let record) where record.entry != nil && entry == nil:
            // Another session has been stored since.
            if changePending({ $0.merged(with: record.pending) != record.pending }) {
                try await write(record.entry, revision: record.revision, over: found)
            }
        case .record(let record):
            let end = record.end?.id == clearing.id ? record.end : clearing.end
            try await write(nil, end: end, revision: record.revision + 1, over: found)
        }
        return tokens
    }

    /// Stores that the provider's own session has ended with that one, as long as its end is the stored one.
    nonisolated(nonsending) func endAtProvider(generation: Int) async {
        do throws(SessionError) {
            try await withLock(within: Self.patience) { () async throws(SessionError) in
                let found = try await readLocked()
                guard case .record(let record) = found, record.entry == nil, var end = record.end,
                    end.endedSession.generation == generation
                else { return }
                end.endedSession.isEndedAtProvider = true
                try await write(nil, end: end, revision: record.revision + 1, over: found)
            }
        } catch {
            report(failure: error)
        }
    }

    private func tokens(of clearing: Clearing, stored: SessionRecord.Entry?) -> [PendingRevocation] {
        guard let revoked = clearing.revoked else { return [] }
        let (refresh, access) =
            if let stored, !clearing.isUnsaved {
                (stored.refresh, stored.access)
            } else {
                (revoked.refresh, revoked.access)
            }
        return PendingRevocation.pair(refresh: refresh, access: access, owner: owner, since: clock.now)
    }
}
