import SessionCore

/// A table with a row for each user, which has the record of the user's session.
protocol SessionTable: Sendable {
    func record(of user: String) async throws -> [UInt8]?
    func replaceRecord(of user: String, with record: [UInt8]?) async throws
    /// Moves the record to another column, and returns what that is called.
    func keepDamagedRecord(of user: String) async throws -> String
}

/// Keeps a user's session in a row of a table that no other process changes.
struct RowStore: SessionStore {
    let table: any SessionTable
    let user: String
    let lockQueue: LockQueue

    func read() async throws -> [UInt8]? {
        try await table.record(of: user)
    }

    func write(_ record: [UInt8]) async throws {
        try await table.replaceRecord(of: user, with: record)  // returns when the transaction is committed
    }

    func remove() async throws {
        try await table.replaceRecord(of: user, with: nil)
    }

    func setAside() async throws -> String {
        try await table.keepDamagedRecord(of: user)
    }

    func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        try await lockQueue.lock(within: limit, clock: clock)
    }
}
