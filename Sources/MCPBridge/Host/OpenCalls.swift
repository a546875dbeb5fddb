import Synchronization

/// The host's requests that have no answer yet: each gets one, and one that it has cancelled gets none.
final class OpenCalls: Sendable {
    private let identifiers = Mutex<Set<MessageID>>([])

    /// Returns `false` where a request of that identifier is open already.
    func open(_ id: MessageID) -> Bool { identifiers.withLock { $0.insert(id).inserted } }

    /// Returns whether the request was open, and may be answered.
    func close(_ id: MessageID) -> Bool { identifiers.withLock { $0.remove(id) != nil } }

    func isOpen(_ id: MessageID) -> Bool { identifiers.withLock { $0.contains(id) } }
}
