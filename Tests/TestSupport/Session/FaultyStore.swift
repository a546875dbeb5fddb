package import SessionCore
import Synchronization

/// A store that fails or dawdles when a test says so, and counts what is asked of it.
package final class FaultyStore: SessionStore {
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

    package init(_ base: any SessionStore = MemoryStore()) {
        self.base = base
    }

    /// Makes every locking fail, or none.
    package func failLocking(_ error: StoreError?) { state.withLock { $0.lockFailure = error } }

    /// Makes every reading fail, or none.
    package func failReading(_ error: StoreError?) { state.withLock { $0.readFailure = error } }

    /// Makes every writing and removing fail, or none.
    package func failWriting(_ error: StoreError?) { state.withLock { $0.writeFailure = error } }

    /// Holds readings back until the gate opens.
    package func holdReading(by gate: Gate?) { state.withLock { $0.readGate = gate } }

    /// Holds writings back until the gate opens.
    package func holdWriting(by gate: Gate?) { state.withLock { $0.writeGate = gate } }

    package var readCount: Int { state.withLock(\.readCount) }
    package var writeCount: Int { state.withLock(\.writeCount) }
    package var removeCount: Int { state.withLock(\.removeCount) }

    package func read() async throws -> [UInt8]? {
        let (gate, failure) = state.withLock { state in
            state.readCount += 1
            return (state.readGate, state.readFailure)
        }
        try await gate?.passed()
        if let failure { throw failure }
        return try await base.read()
    }

    package func write(_ record: [UInt8]) async throws {
        let (gate, failure) = state.withLock { state in
            state.writeCount += 1
            return (state.writeGate, state.writeFailure)
        }
        try await gate?.passed()
        if let failure { throw failure }
        try await base.write(record)
    }

    package func remove() async throws {
        let failure = state.withLock { state in
            state.removeCount += 1
            return state.writeFailure
        }
        if let failure { throw failure }
        try await base.remove()
    }

    package func setAside() async throws -> String { try await base.setAside() }

    package func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        if let failure = state.withLock(\.lockFailure) { throw failure }
        return try await base.lock(within: limit, clock: clock)
    }
}

extension SessionStore {
    /// Whether it contains neither a session nor a pending revocation.
    package var holdsNoToken: Bool {
        get async throws {
            let text = try await text
            return try await holdsNoSession && !text.contains("\"token\":")
        }
    }

    package var holdsNoSession: Bool {
        get async throws { try await !text.contains("\"session\":") }
    }

    /// The record as text; empty where there is none.
    package var text: String {
        get async throws { String(decoding: try await read() ?? [], as: UTF8.self) }
    }
}
