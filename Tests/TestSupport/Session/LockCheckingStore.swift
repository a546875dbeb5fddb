package import SessionCore
import Synchronization

/// A store that tells what was changed in it while its lock was free.
package final class LockCheckingStore: SessionStore {
    private struct State {
        var isLocked = false
        var lockCount = 0
        var unlockedChanges: [String] = []
    }

    private let base: any SessionStore
    private let state = Mutex(State())

    package init(_ base: any SessionStore = MemoryStore()) {
        self.base = base
    }

    /// The calls that changed the record without the lock.
    package var unlockedChanges: [String] { state.withLock(\.unlockedChanges) }

    /// How often the lock was taken.
    package var lockCount: Int { state.withLock(\.lockCount) }

    package func read() async throws -> [UInt8]? { try await base.read() }

    package func write(_ record: [UInt8]) async throws {
        checkLock(at: "write")
        try await base.write(record)
    }

    package func remove() async throws {
        checkLock(at: "remove")
        try await base.remove()
    }

    package func setAside() async throws -> String {
        checkLock(at: "setAside")
        return try await base.setAside()
    }

    package func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        let lock = try await base.lock(within: limit, clock: clock)
        state.withLock { state in
            state.isLocked = true
            state.lockCount += 1
        }
        return StoreLock(warning: lock.warning) { [self] in
            state.withLock { $0.isLocked = false }
            lock.release()
        }
    }

    private func checkLock(at change: String) {
        state.withLock { state in
            if !state.isLocked { state.unlockedChanges.append(change) }
        }
    }
}
