import FoundationEssentials
import Glibc

extension Session {
    /// Writes a session under the lock that the caller holds, unless the store was changed since it was read.
    func save(_ active: SessionMachine.Active, generation: Int? = nil, cause: Int?) async -> SaveOutcome {
        do {
            let found = try await readRecord(isLocked: true)
            switch found {
            case .none where active.wasStored && !active.isUnsaved: return .superseded(found)
            case .record(let record) where record.entry?.id != active.id && active.wasStored && !active.isUnsaved:
                return .superseded(found)
            case .record(let record): pendingRevocations = record.pendingRevocations
            case .none, .setAside: break
            }
            let entry = SessionRecord.Entry(active, generation: generation ?? machine.generation)
            let record = self.record(entry, revision: active.revision + 1)
            try await store.write(record.encoded)
            return .saved(revision: record.revision)
        } catch {
            let failure = (error as? StoreError) ?? .unwritable("\(error)")
            journal.record(.storeFailed(failure), generation: machine.generation, cause: cause)
            return .unsaved
        }
    }

    /// Lets the session know what became of its tokens' writing.
    func settle(_ outcome: SaveOutcome, cause: Int?) async throws(SessionError) {
        switch outcome {
        case .saved(let revision): machine.noteSaved(revision: revision)
        case .unsaved: needsSaving()
        case .superseded:
            await endSession(.otherProcess, cause: cause, isStored: false)
            throw .sessionChanged
        }
    }

    func record(_ entry: SessionRecord.Entry?, revision: Int) -> SessionRecord {
        SessionRecord(
            issuer: client.issuer, clientID: client.clientID, revision: revision,
            writer: SessionRecord.Writer(process: Int(getpid()), time: clock.now), entry: entry,
            pendingRevocations: pendingRevocations)
    }

    /// Whether the store has the newest tokens; where it has not they live in this process alone, and it goes on trying.
    public var isStored: Bool { machine.active?.isUnsaved != true }

    /// Writes what is there once more, under the lock that the caller holds: throws where that can't be done.
    func requireWritableStore() async throws(SessionError) {
        do {
            guard let record = try await store.read() else { return }
            try await store.write(record)
        } catch {
            throw .store((error as? StoreError) ?? .unwritable("\(error)"))
        }
    }

    /// The store lacks the newest tokens: they are written as soon as it can be done.
    func needsSaving() {
        machine.noteUnsaved()
        repairStore { session in await session.saveAgain() }
    }

    private func saveAgain() async -> Bool {
        guard machine.active?.isUnsaved == true else { return true }
        guard let lock = try? await lockStore(within: Self.patience) else { return false }
        storeWork += 1
        defer {
            storeWork -= 1
            lock.release()
        }
        guard let active = machine.active, active.isUnsaved else { return true }
        let generation = machine.generation
        guard case .saved(let revision) = await save(active, cause: nil) else { return false }
        if machine.isCurrent(generation) { machine.noteSaved(revision: revision) }
        return true
    }

    /// Removes a session's record, and only that session's; returns what was stored of it last.
    @discardableResult
    func clear(_ id: String, isLocked: Bool) async -> SessionRecord.Entry? {
        // A lock that can't be had is no reason to leave a session on disk that the user has ended.
        let lock = isLocked ? nil : try? await lockStore(within: Self.patience)
        storeWork += 1
        defer {
            storeWork -= 1
            lock?.release()
        }
        do {
            guard case .record(let found) = try await readRecord(isLocked: true) else { return nil }
            pendingRevocations = found.pendingRevocations
            guard let entry = found.entry, entry.id == id else { return nil }
            let rest = record(nil, revision: found.revision + 1)
            if rest.isEmpty { try await store.remove() } else { try await store.write(rest.encoded) }
            return entry
        } catch {
            report(storeFailure: (error as? StoreError) ?? .unwritable("\(error)"))
            repairStore { session in await session.clearAgain(id) }
            return nil
        }
    }

    private func clearAgain(_ id: String) async -> Bool {
        guard let lock = try? await lockStore(within: Self.patience) else { return false }
        storeWork += 1
        defer {
            storeWork -= 1
            lock.release()
        }
        guard let found = try? await readRecord(isLocked: true) else { return false }
        guard case .record(let record) = found, record.entry?.id == id else { return true }
        do {
            // Those of this process could not be stored either.
            pendingRevocations += record.pendingRevocations.filter { stored in
                !pendingRevocations.contains { $0.token == stored.token }
            }
            let rest = self.record(nil, revision: record.revision + 1)
            if rest.isEmpty { try await store.remove() } else { try await store.write(rest.encoded) }
            return true
        } catch {
            return false
        }
    }

    /// Tries again until it is done: after 1 s, 2 s, 4 s, then every minute at the latest.
    private func repairStore(_ attempt: @escaping @Sendable (isolated Session) async -> Bool) {
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
