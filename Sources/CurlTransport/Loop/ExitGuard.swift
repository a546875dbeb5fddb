import HostSystem
import Synchronization

/// Stops the transfer threads when the process exits.
///
/// OpenSSL frees its memory in an exit handler, even while it is in use: a transfer under way at that moment, or a
/// thread just ending, would crash the exiting process. Handlers run in reverse order of registration, so this one,
/// registered after libcurl has set OpenSSL up, runs first.
enum ExitGuard {
    private static let queues = Mutex<[ObjectIdentifier: TransferQueue]>([:])
    /// Threads that were stopped by what ran on them, which could not wait for their end.
    private static let ending = Mutex<[OwnedThread]>([])
    private static let isRegistered = atexit { ExitGuard.stopAll() } == 0

    static func remember(_ queue: TransferQueue) {
        queues.withLock { $0[ObjectIdentifier(queue)] = queue }
    }

    static func forget(_ queue: TransferQueue) {
        queues.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(queue)) }
    }

    /// Waits for the end of a thread when the process exits.
    static func keep(_ thread: OwnedThread) {
        ending.withLock { threads in
            threads.removeAll { $0.hasEnded() }
            threads.append(thread)
        }
    }

    /// Call it after libcurl is set up.
    static func register() {
        _ = isRegistered
    }

    private static func stopAll() {
        for queue in queues.withLock({ Array($0.values) }) { queue.stop() }
        for thread in ending.withLock({ $0 }) { thread.join() }
    }
}
