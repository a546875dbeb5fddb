import SessionCore

/// Keeps the session's record with a credential helper: the desktop's keyring, pass, or a keychain.
///
/// The record is one secret of the helper's. Helpers have no locks, so processes use a file's lock.
struct HelperStore: SessionStore {
    private static let username = "session-console"

    private let helper: CredentialHelper
    private let url: String
    private let fileLock: FileLock

    init(helper: CredentialHelper, profile: String, lockedBy lock: FileLock) {
        self.helper = helper
        // Helpers need a URL with a host; this one is not an address on a network.
        url = "https://session-console/\(profile)"
        fileLock = lock
    }

    func read() async throws -> [UInt8]? {
        do {
            return try await helper.get(url).map { Array($0.utf8) }
        } catch {
            throw StoreError.unreadable(error.reason)
        }
    }

    func write(_ record: [UInt8]) async throws {
        try await store(String(decoding: record, as: UTF8.self), at: url)
    }

    func remove() async throws {
        do {
            try await helper.erase(url)
        } catch {
            throw StoreError.unwritable(error.reason)
        }
    }

    func setAside() async throws -> String {
        guard let record = try await read() else { return url }
        let place = "\(url)/damaged"
        try await store(String(decoding: record, as: UTF8.self), at: place)
        try await remove()
        return place
    }

    func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        try await fileLock.lock(within: limit, clock: clock)
    }

    private func store(_ text: String, at place: String) async throws {
        do {
            try await helper.store(text, username: Self.username, for: place)
        } catch {
            throw StoreError.unwritable(error.reason)
        }
    }
}
