import FoundationEssentials

extension Session {
    /// A session that is over, as it is taken out of the store.
    struct Clearing: Sendable {
        let id: String
        /// What the record says of it afterwards; `nil` where it never began.
        let ending: SessionEnding?
        /// The tokens that are to be revoked, as this process knows them.
        var revoked: Credentials?
        /// Whether the store lacks those tokens.
        var isUnsaved = false
    }

    /// Takes a session out of the store, and only that one; the tokens to revoke are owed from the same write on.
    ///
    /// Returns those tokens: another process may have renewed them since.
    @discardableResult
    func clear(_ clearing: Clearing, isLocked: Bool) async -> [OwedRevocation] {
        do {
            return try await clearUnderLock(clearing, isHeld: isLocked)
        } catch {
            let error = StoreError(error)
            uncleared = error
            report(storeFailure: error)
            let tokens = tokens(of: clearing, stored: nil)
            owed.owe(tokens)
            repairStore { session in await session.clearAgain(clearing) }
            return tokens
        }
    }

    /// Without the lock nothing is changed: another process may be about to store the tokens of this very session.
    private func clearUnderLock(_ clearing: Clearing, isHeld: Bool) async throws -> [OwedRevocation] {
        // In a task of its own: whoever leaves meanwhile has asked for the session's end all the same.
        let lock = isHeld ? nil : try await Task { try await lockStore(within: Self.patience) }.value
        return try await working(under: lock) { () async throws in try await clearRecord(clearing) }
    }

    private func clearAgain(_ clearing: Clearing) async -> Bool {
        var clearing = clearing
        // They are owed already, unless they have been revoked meanwhile.
        clearing.revoked = nil
        let isDone = try? await withStoreLock(within: Self.patience) { () async in
            (try? await clearRecord(clearing)) != nil
        }
        if isDone == true { uncleared = nil }
        return isDone ?? false
    }

    private func clearRecord(_ clearing: Clearing) async throws -> [OwedRevocation] {
        let found = try await readRecord(isLocked: true)
        let entry = found.entry?.id == clearing.id ? found.entry : nil
        let tokens = tokens(of: clearing, stored: entry)
        owed.owe(tokens)
        switch found {
        case .foreign, .newer: break
        case .none, .setAside: try await write(nil, end: clearing.end, revision: 0, over: found)
        case .record(let record) where record.entry != nil && entry == nil:
            // Somebody has signed in since.
            if owed.merged(with: record.owed) != record.owed {
                try await write(record.entry, revision: record.revision, over: found)
            }
        case .record(let record):
            let end = record.end?.id == clearing.id ? record.end : clearing.end
            try await write(nil, end: end, revision: record.revision + 1, over: found)
        }
        return tokens
    }

    private func tokens(of clearing: Clearing, stored: SessionRecord.Entry?) -> [OwedRevocation] {
        guard let revoked = clearing.revoked else { return [] }
        guard !clearing.isUnsaved, let stored else { return owing(refresh: revoked.refresh, access: revoked.access) }
        return owing(refresh: stored.refresh, access: stored.access)
    }
}

extension Session.Clearing {
    fileprivate var end: SessionRecord.End? { ending.map { SessionRecord.End(id: id, ending: $0) } }
}
