package import SessionCore
import Synchronization

/// A store whose answers can be held back: the record has been read or written by then.
package final class LaggingStore: SessionStore {
    private struct State {
        var readGate: Gate?
        var writeGate: Gate?
        var heldCount = 0
    }

    private let base = MemoryStore()
    private let state = Mutex(State())

    package init() {}

    /// Holds the answers to the readings that begin from now on until the gate opens.
    package func holdReadings(by gate: Gate?) { state.withLock { $0.readGate = gate } }

    /// Holds the answers to the writings that begin from now on until the gate opens.
    package func holdWritings(by gate: Gate?) { state.withLock { $0.writeGate = gate } }

    /// How many answers have been held back so far.
    package var heldCount: Int { state.withLock(\.heldCount) }

    package func read() async throws -> [UInt8]? {
        let record = try await base.read()
        await pass(state.withLock(\.readGate))
        return record
    }

    package func write(_ record: [UInt8]) async throws {
        try await base.write(record)
        await pass(state.withLock(\.writeGate))
    }

    package func remove() async throws { try await base.remove() }

    package func setAside() async throws -> String { try await base.setAside() }

    package func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        try await base.lock(within: limit, clock: clock)
    }

    /// What has been done is answered even to a task that was cancelled.
    private func pass(_ gate: Gate?) async {
        guard let gate else { return }
        state.withLock { $0.heldCount += 1 }
        try? await Task { try await gate.passed() }.value
    }
}
