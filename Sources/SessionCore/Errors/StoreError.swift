/// Why a store could not do its work.
public enum StoreError: Error, Sendable, Hashable {
    /// Thrown when the record exists, or may exist, but can't be read now; nothing was changed.
    case unreadable(String)
    /// Thrown when the record was damaged or of another kind; it was set aside, untouched, under the name given.
    case damaged(setAsideAs: String, reason: String)
    /// Thrown when the record could not be written; the one before is intact.
    case unwritable(String)
    /// Thrown when another process held the lock for longer than the wait allowed.
    case locked(String)
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let reason): "the stored session can't be read: \(reason)"
        case .damaged(let name, let reason): "the stored session is damaged (\(reason)) and was set aside as \(name)"
        case .unwritable(let reason): "the session can't be stored: \(reason)"
        case .locked(let holder): "the stored session is locked by \(holder)"
        }
    }
}
