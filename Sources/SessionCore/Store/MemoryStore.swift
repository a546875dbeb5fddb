import Synchronization

/// Keeps the record until the program ends; sessions of one program can share it.
public final class MemoryStore: SessionStore {
    private let record: Mutex<[UInt8]?>
    private let setAsideCount = Mutex(0)
    private let queue = LockQueue()

    /// Creates a store, empty unless it is given a record.
    public init(record: [UInt8]? = nil) {
        self.record = Mutex(record)
    }

    /// The record; `nil` if there is none.
    public func read() async throws -> [UInt8]? { record.withLock(\.self) }

    /// Replaces the record.
    public func write(_ record: [UInt8]) async throws { self.record.withLock { $0 = record } }

    /// Removes the record.
    public func remove() async throws { record.withLock { $0 = nil } }

    /// Drops the record: memory has no place to keep it for a user to look at.
    public func setAside() async throws -> String {
        record.withLock { $0 = nil }
        return setAsideCount.withLock { count in
            count += 1
            return "damaged-\(count)"
        }
    }

    /// Waits until no other holder of this store has the lock.
    public func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        try await queue.lock(within: limit, clock: clock)
    }
}
