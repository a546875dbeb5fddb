public import SessionCore
import Synchronization

/// A store that fails or waits when a test says so, and counts its calls; the record is kept by another store.
public final class FaultyStore: SessionStore {
    private struct State {
        var lockFailure: StoreError?
        var readFailure: StoreError?
        var writeFailure: StoreError?
        var readGate: Gate?
        var readCount = 0
        var writeGate: Gate?
        var writeCount = 0
        var removeCount = 0
    }

    private let base: any SessionStore
    private let state = Mutex(State())

    /// Creates a store that does what `base` does until a test makes it fail or wait.
    public init(_ base: any SessionStore = MemoryStore()) {
        self.base = base
    }

    /// Makes every locking fail with `error`; `nil` makes it work again.
    public func failLocking(_ error: StoreError?) { state.withLock { $0.lockFailure = error } }

    /// Makes every reading fail with `error`; `nil` makes it work again.
    public func failReading(_ error: StoreError?) { state.withLock { $0.readFailure = error } }

    /// Makes every writing and removing fail with `error`; `nil` makes it work again.
    public func failWriting(_ error: StoreError?) { state.withLock { $0.writeFailure = error } }

    /// Holds readings back until the gate opens; `nil` lets those that begin from now on pass.
    public func holdReading(by gate: Gate?) { state.withLock { $0.readGate = gate } }

    /// Holds writings back until the gate opens; `nil` lets those that begin from now on pass.
    public func holdWriting(by gate: Gate?) { state.withLock { $0.writeGate = gate } }

    /// How often the record was read, failures included.
    public var readCount: Int { state.withLock(\.readCount) }
    /// How often the record was written, failures included.
    public var writeCount: Int { state.withLock(\.writeCount) }
    /// How often the record was removed, failures included.
    public var removeCount: Int { state.withLock(\.removeCount) }

    /// Reads the record, late or not at all where the test says so.
    public func read() async throws -> [UInt8]? {
        let (gate, failure) = state.withLock { state in
            state.readCount += 1
            return (state.readGate, state.readFailure)
        }
        try await gate?.passed()
        if let failure { throw failure }
        return try await base.read()
    }

    /// Writes the record, late or not at all where the test says so.
    public func write(_ record: [UInt8]) async throws {
        let (gate, failure) = state.withLock { state in
            state.writeCount += 1
            return (state.writeGate, state.writeFailure)
        }
        try await gate?.passed()
        if let failure { throw failure }
        try await base.write(record)
    }

    /// Removes the record, unless writing fails.
    public func remove() async throws {
        let failure = state.withLock { state in
            state.removeCount += 1
            return state.writeFailure
        }
        if let failure { throw failure }
        try await base.remove()
    }

    /// Puts the record out of the way, as the base does.
    public func setAside() async throws -> String { try await base.setAside() }

    /// Acquires the base's lock, unless locking fails.
    public func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        if let failure = state.withLock(\.lockFailure) { throw failure }
        return try await base.lock(within: limit, clock: clock)
    }
}
