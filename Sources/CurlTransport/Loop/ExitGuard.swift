import Glibc
import Synchronization

/// Stops the transfer threads when the process exits.
///
/// OpenSSL frees its memory in an exit handler of its own, even while it is in use: a transfer under way at that moment,
/// or a thread just ending, would crash the process on its way out. Handlers run in reverse order of registration, so
/// this one, registered once libcurl has set OpenSSL up, comes first.
enum ExitGuard {
    private static let queues = Mutex<[ObjectIdentifier: TransferQueue]>([:])
    private static let isRegistered = atexit { ExitGuard.stopAll() } == 0

    static func remember(_ queue: TransferQueue) {
        queues.withLock { $0[ObjectIdentifier(queue)] = queue }
    }

    static func forget(_ queue: TransferQueue) {
        queues.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(queue)) }
    }

    /// To be called when libcurl is set up.
    static func register() {
        _ = isRegistered
    }

    private static func stopAll() {
        for queue in queues.withLock({ Array($0.values) }) { queue.stop() }
    }
}
