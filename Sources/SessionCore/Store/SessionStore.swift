/// Keeps one session's record between runs and, where it can, between processes: the seam to the disk.
///
/// A record is opaque and holds secrets. The session locks it, reads, decides and writes; reading alone needs no lock,
/// so a write must never show half a record. Implementations throw ``StoreError``; whatever else they throw counts as
/// one.
public protocol SessionStore: Sendable {
    /// The largest record in bytes that can be written; `nil` where there is no limit.
    var sizeLimit: Int? { get }
    /// The record; `nil` only where it is certain that there is none.
    func read() async throws -> [UInt8]?
    /// Replaces the record whole, and returns once it would survive a crash.
    func write(_ record: [UInt8]) async throws
    /// Removes the record; no error where there is none.
    func remove() async throws
    /// Puts a record that can't be understood out of the way, untouched, and returns the name it is kept under.
    func setAside() async throws -> String
    /// Waits until the lock is free, in this process and all others, and acquires it.
    ///
    /// Throws ``StoreError/locked(_:)`` after `limit`, ``StoreError/lockFailed(_:)`` where there can be no lock, and
    /// `CancellationError` when the task is cancelled. The lock of a process that dies is free. ``FileLock`` is a lock
    /// for stores that have none of their own.
    func lock(within limit: Duration, clock: any SessionClock) async throws -> StoreLock
    /// What is unsafe about the place of the record, a sentence each; asked for when a session is configured.
    func weaknesses() async -> [String]
}

extension SessionStore {
    /// None.
    public func weaknesses() async -> [String] { [] }
}

extension SessionStore {
    /// No limit.
    public var sizeLimit: Int? { nil }
}

/// A store's lock while it is held.
public struct StoreLock: Sendable {
    /// Says why other processes are not locked out, where the lock was granted all the same.
    public let warning: String?

    private let onRelease: @Sendable () -> Void

    /// Creates a lock from the function that frees it, which is called once.
    public init(warning: String? = nil, onRelease: @escaping @Sendable () -> Void) {
        self.warning = warning
        self.onRelease = onRelease
    }

    /// Frees the lock; called exactly once, by its holder.
    public func release() { onRelease() }
}
