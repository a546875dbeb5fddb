// Its headers bring `pthread_attr_t` along, as the compiler sees it.
import CCurl
import HostSystem

/// A thread that runs one closure to its end.
package struct OwnedThread: Sendable {
    private let handle: pthread_t

    /// Starts the thread; fails if the system gives none.
    /// - Parameters:
    ///   - stackSize: In bytes; `nil` leaves it to the system, which reserves 8 MiB.
    ///   - body: What the thread does.
    package init?(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        let argument = Unmanaged.passRetained(Body(run: body))
        var handle = pthread_t()
        let error = Self.withAsynchronousSignalsBlocked {
            pthread_create(
                &handle, &attributes,
                { argument in
                    if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                    return nil
                }, argument.toOpaque())
        }
        guard error == 0 else {
            argument.release()
            return nil
        }
        self.handle = handle
    }

    /// Waits for the end of the thread; call it once.
    ///
    /// On the thread itself, which may release the last reference to its own owner, it returns at once and lets the
    /// thread end by itself.
    package func join() {
        if isCurrent {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    /// Whether it is the calling thread.
    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// Whether the thread has ended, without waiting; if so, it is joined by that.
    func hasEnded() -> Bool { pthread_tryjoin_np(handle, nil) == 0 }

    /// Detaches the thread, which then ends without being joined.
    package func detach() {
        pthread_detach(handle)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `body` with signals blocked, a mask that a thread created in it inherits.
    ///
    /// The program's signals are left to its other threads, and a `SIGPIPE` caused by TLS has no effect. Signals that a
    /// fault of the thread itself raises can't be blocked.
    private static func withAsynchronousSignalsBlocked<T>(_ body: () -> T) -> T {
        var blocked = sigset_t()
        var previous = sigset_t()
        sigfillset(&blocked)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_SETMASK, &blocked, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        return body()
    }
}
