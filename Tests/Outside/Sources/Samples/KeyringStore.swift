import SessionCore

/// Where a store of one's own keeps its bytes: a keyring, a database, a service.
protocol Keyring: Sendable {
    func value(named name: String) async throws -> [UInt8]?
    func set(_ value: [UInt8], named name: String) async throws
    func removeValue(named name: String) async throws
}

/// Keeps the session in a keyring, with a lock in a file beside it.
struct KeyringStore: SessionStore {
    let keyring: any Keyring
    let name: String
    let fileLock: FileLock

    init(keyring: any Keyring, name: String, lockPath: String) {
        self.keyring = keyring
        self.name = name
        fileLock = FileLock(path: lockPath)
    }

    func read() async throws -> [UInt8]? {
        try await keyring.value(named: name)
    }

    func write(_ record: [UInt8]) async throws {
        try await keyring.set(record, named: name)
    }

    func remove() async throws {
        try await keyring.removeValue(named: name)
    }

    func setAside() async throws -> String {
        let spareName = "\(name).damaged"
        if let record = try await keyring.value(named: name) { try await keyring.set(record, named: spareName) }
        try await keyring.removeValue(named: name)
        return spareName
    }

    func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        try await fileLock.lock(within: limit, clock: clock)
    }
}
