import FoundationEssentials
import Synchronization

/// Reads the stored record of a session, and changes it under the store's lock.
///
/// The pending revocations are part of the record and kept here. Asynchronous methods run on the caller's actor.
final class RecordKeeper: Sendable {
    private struct State {
        /// How many callers hold the lock now, and how many ever have.
        var holders = 0
        var holdersEver = 0
        var pending = PendingRevocations()
        var lastLookFailure: SessionError?
        var warnings: Set<String> = []
        var uncleared: StoreError?
        var repair: Task<Void, Never>?
        /// What was read or written last.
        var known: (bytes: [UInt8], record: SessionRecord)?
    }

    /// How long a sign-out waits for the holder of the lock before it leaves the store for later.
    static let patience = Duration.seconds(5)

    let owner: RecordOwner
    let store: any SessionStore
    let clock: any SessionClock
    let directory: ProviderDirectory
    /// What this process is doing, as the configuration names it.
    let program: String?
    private let currentToken: CurrentToken
    private let journal: EventJournal
    private let ledger: WorkLedger
    private let state = Mutex(State())

    init(
        store: any SessionStore, access: Provider, currentToken: CurrentToken, journal: EventJournal,
        ledger: WorkLedger
    ) {
        self.store = store
        owner = RecordOwner(access.client)
        clock = access.clock
        directory = access.directory
        program = access.client.program
        self.currentToken = currentToken
        self.journal = journal
        self.ledger = ledger
    }
}

extension RecordKeeper {
    /// Runs `body` with the store's lock held; throws ``SessionError/store(_:)`` where it can't be had in time.
    ///
    /// With `work`, the body begins only when the session admits work of that kind, and counts as such.
    nonisolated(nonsending) func withLock<Value: Sendable>(
        within limit: Duration, for work: SessionWork? = nil, _ body: () async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let lock = try await admittedLock(within: limit, for: work)
        state.withLock { state in
            state.holders += 1
            state.holdersEver += 1
        }
        ledger.beginEnding(.storing)
        defer {
            state.withLock { $0.holders -= 1 }
            ledger.end(.storing)
            lock.release()
            if let work { ledger.end(work) }
        }
        return try await body()
    }

    /// The lock is not held while the program is stopped, nor acquired when it is about to end.
    private nonisolated(nonsending) func admittedLock(
        within limit: Duration, for work: SessionWork?
    ) async throws(SessionError) -> StoreLock {
        guard let work else { return try await takeLock(within: limit) }
        while true {
            try await ledger.admission()
            let lock = try await takeLock(within: limit)
            if ledger.begin(work) { return lock }
            lock.release()
        }
    }

    private nonisolated(nonsending) func takeLock(within limit: Duration) async throws(SessionError) -> StoreLock {
        do {
            let lock = try await store.lock(within: limit, clock: clock)
            if let warning = lock.warning { report(warning: warning) }
            return lock
        } catch {
            throw SessionError(ofStore: error) { .lockFailed($0) }
        }
    }

    /// Throws where the store can't be locked at all.
    ///
    /// A lock that another process holds now can be had later.
    nonisolated(nonsending) func requireLock() async throws(SessionError) {
        do throws(SessionError) {
            try await takeLock(within: .zero).release()
        } catch .store(.locked) {
            return
        }
    }

    /// Whether the record is not being changed by this process.
    var isQuiet: Bool { state.withLock { $0.holders == 0 } }

    /// Reads the record without the lock; `nil` where this process may have changed it meanwhile.
    nonisolated(nonsending) func look() async throws(SessionError) -> StoredRecord? {
        let before = state.withLock(\.holdersEver)
        let found = try await read(isLocked: false)
        return state.withLock { state in
            guard state.holders == 0, state.holdersEver == before else { return nil }
            if case .record(let record) = found { state.pending.adoptRead(record.pending) }
            return found
        }
    }

    /// Reads the record under the lock that the caller holds.
    nonisolated(nonsending) func readLocked() async throws(SessionError) -> StoredRecord {
        let found = try await read(isLocked: true)
        if case .record(let record) = found { state.withLock { $0.pending.adoptRead(record.pending) } }
        return found
    }

    /// What was read or written last is not parsed again: the two readings of a refresh took 12 % of its time.
    private func record(in bytes: [UInt8]) throws(SessionRecord.Fault) -> SessionRecord {
        if let known = state.withLock(\.known), known.bytes == bytes { return known.record }
        let record = try SessionRecord(bytes)
        remember(record, in: bytes)
        return record
    }

    func remember(_ record: SessionRecord, in bytes: [UInt8]) { state.withLock { $0.known = (bytes, record) } }

    /// A record that can't be understood is set aside and reported, under the lock: it may have been replaced since.
    private nonisolated(nonsending) func read(isLocked: Bool) async throws(SessionError) -> StoredRecord {
        let reason: String
        do {
            guard let bytes = try await store.read() else { return .empty }
            do throws(SessionRecord.Fault) {
                let record = try record(in: bytes)
                guard record.owner == owner else { return .foreign(record) }
                directory.keep(record.metadata)
                return .record(record)
            } catch {
                switch error {
                case .newerVersion(let version): return .newer(version)
                case .damaged(let fault): reason = fault
                }
            }
        } catch {
            throw SessionError(ofStore: error) { .unreadable($0) }
        }
        guard isLocked else {
            let lock = try await takeLock(within: Self.patience)
            defer { lock.release() }
            return try await read(isLocked: true)
        }
        do {
            report(failure: .damaged(setAsideAs: try await store.setAside(), reason: reason))
        } catch {
            throw SessionError(ofStore: error) { .unreadable($0) }
        }
        return .setAside
    }
}

extension RecordKeeper {
    /// All pending revocations, oldest first.
    var pending: [PendingRevocation] { state.withLock(\.pending.all) }

    /// Whether the store lacks a part of them.
    var hasUnstoredRevocations: Bool { state.withLock(\.pending.needsWriting) }

    func changePending<Value: Sendable>(_ change: (inout PendingRevocations) -> Value) -> Value {
        state.withLock { change(&$0.pending) }
    }

    /// Adds tokens that are to be revoked; the next write of the record stores them.
    func addPending(_ tokens: [PendingRevocation]) { changePending { $0.add(tokens) } }

    /// Strikes a token off; the next write of the record removes it.
    func settle(_ token: Secret) { changePending { $0.settle(token) } }
}

extension RecordKeeper {
    /// Why the store still holds a session that has ended here.
    var uncleared: StoreError? { state.withLock(\.uncleared) }

    func keepUncleared(_ error: StoreError?) { state.withLock { $0.uncleared = error } }

    /// Calls `attempt` until it returns true: after 1 s, 2 s, 4 s, then every minute.
    func repair(_ attempt: @escaping @Sendable () async -> Bool) {
        let repair = Task { [clock] in
            var delay = Duration.seconds(1)
            while (try? await clock.sleep(for: delay)) != nil {
                if await attempt() { return }
                delay = min(delay * 2, .seconds(60))
            }
        }
        replaceRepair(by: repair)
    }

    func cancelRepair() { replaceRepair(by: nil) }

    private func replaceRepair(by repair: Task<Void, Never>?) {
        let before = state.withLock { state in
            defer { state.repair = repair }
            return state.repair
        }
        before?.cancel()
    }
}

extension RecordKeeper {
    /// Reports what is unsafe about the store, once.
    func report(warning: String) {
        guard state.withLock({ $0.warnings.insert(warning).inserted }) else { return }
        journal.record(.storeWarning(warning), generation: currentToken.generation)
    }

    func report(failure error: StoreError, cause: Int? = nil) {
        journal.record(.storeFailed(error), generation: currentToken.generation, cause: cause)
    }

    /// Reports a failure of the store; a call that was cancelled says nothing about the store.
    func report(failure error: SessionError, cause: Int? = nil) {
        if case .store(let failure) = error { report(failure: failure, cause: cause) }
    }

    /// Reports a failure to look at the record, unless the last look failed so too; `nil` notes a success.
    func report(lookFailure error: SessionError?) {
        guard error != .cancelled else { return }
        let isNew = state.withLock { state in
            defer { state.lastLookFailure = error }
            return state.lastLookFailure != error
        }
        if isNew, let error { report(failure: error) }
    }

    func report(givenUp token: Secret, _ error: SessionError) {
        journal.record(.revocationRefused(token.fingerprint, error), generation: currentToken.generation)
    }
}
