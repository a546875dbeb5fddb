import HostSystem

/// A lock in a file, for stores that keep their record where there are no locks: in a keyring, a database, a service.
///
/// It holds between the tasks of a process, the longest waiter next, and between processes. The kernel frees it when
/// its holder dies. The file holds no secrets and stays. A file in its place that can't be opened is repaired where its
/// folder belongs to this user; else locking fails and the error names the file. Only on a read-only file
/// system is the lock granted without a file: no process can store anything there; see ``StoreLock/warning``.
///
/// ```swift
/// func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
///     try await fileLock.lock(within: limit, clock: clock)
/// }
/// ```
public final class FileLock: Sendable {
    /// The lock's file.
    public let path: String

    private let extent: LockExtent
    private let queue = LockQueue()

    /// Creates a lock; the file and missing folders are made when it is first acquired.
    public init(path: String) {
        self.path = path
        extent = .file
    }

    /// Creates the lock of one record among many whose locks share a file, so that a thousand need one file.
    ///
    /// Locks of different records don't wait for each other. Every process must name the file and the record alike; it
    /// is not locked out by a lock that has the file for itself.
    public init(path: String, record: String) {
        self.path = path
        extent = LockExtent(record: record)
    }

    /// Waits, without blocking a thread, until no other task or process holds the lock, and acquires it.
    ///
    /// Throws ``StoreError/locked(_:)`` after `limit`, ``StoreError/lockFailed(_:)`` where the file can't be used,
    /// ``StoreError/noLocks(_:)`` where its file system has no locks, and `CancellationError` when the task is
    /// cancelled.
    public func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock {
        let end = clock.uptime + limit
        let turn = try await queue.lock(within: limit, clock: clock)
        do {
            try PrivateFolder(of: path).make()
            let file = try await LockFile(path: path, extent: extent).lock(until: end, clock: clock)
            return StoreLock { [extent] in
                // Closing alone would leave the lock to a child that is just being started, until it runs its program.
                extent.unlock(file)
                close(file)
                turn.release()
            }
        } catch let failure as FileFailure {
            guard failure.reason == .system(EROFS) else {
                turn.release()
                throw StoreError(ofLock: failure)
            }
            return StoreLock(warning: "\(failure): the session is used without a lock and is not kept") {
                turn.release()
            }
        } catch {
            turn.release()
            throw error
        }
    }
}

extension StoreError {
    /// Why a lock's file can't be used.
    init(ofLock failure: FileFailure) {
        switch failure.reason {
        case .system(ENOLCK), .system(EOPNOTSUPP), .system(ENOSYS): self = .noLocks("\(failure)")
        default: self = .lockFailed("\(failure)")
        }
    }
}
