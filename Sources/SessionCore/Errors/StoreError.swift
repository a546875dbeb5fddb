/// Why a store could not do its work; new cases may come with any version.
@nonexhaustive
public enum StoreError: Error, Sendable, Hashable {
    /// Thrown when the record exists, or may exist, but can't be read now; nothing was changed.
    case unreadable(String)
    /// Thrown when the record was damaged or of another kind; it was set aside, untouched, under the name given.
    case damaged(setAsideAs: String, reason: String)
    /// Thrown when the record could not be written; the one before is intact.
    case unwritable(String)
    /// Thrown when the record is larger than the store allows; nothing was changed.
    case tooLarge(size: Int, limit: Int)
    /// Thrown when the record is not this session's, which therefore can't be written; the record is as it was.
    case foreign(ForeignRecord)
    /// Thrown when a newer program's record made way for a sign-in; it is kept, untouched, under the name given.
    case newerSetAside(as: String)
    /// Thrown when another process held the lock for longer than the wait allowed.
    case locked(String)
    /// Thrown when the lock can't be used at all; without it nothing is refreshed and nothing written.
    case lockFailed(String)
    /// Thrown when the file system has no locks, as some network file systems; nothing is refreshed and nothing
    /// written.
    case noLocks(String)
}

extension StoreError: CustomStringConvertible {
    /// What went wrong with the store, for a person to read.
    public var description: String {
        switch self {
        case .unreadable(let reason): "the stored session can't be read: \(reason)"
        case .damaged(let name, let reason): "the stored session is damaged (\(reason)) and was set aside as \(name)"
        case .unwritable(let reason): "the session can't be stored: \(reason)"
        case .tooLarge(let size, let limit):
            "the session can't be stored: it takes \(size / 1024) KiB, and the store holds \(limit / 1024) KiB"
        case .foreign(let record): "the session can't be stored: the record there \(record)"
        case .newerSetAside(let name): "the record of a newer session-console was set aside, untouched, as \(name)"
        case .locked(let holder): "the stored session is locked by \(holder)"
        case .lockFailed(let reason): "the stored session can't be locked: \(reason)"
        case .noLocks(let reason): "the stored session can't be locked, because its file system has no locks: \(reason)"
        }
    }
}
