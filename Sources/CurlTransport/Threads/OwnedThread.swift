import Glibc

/// A thread that runs one closure to its end.
struct OwnedThread: Sendable {
    private let handle: pthread_t

    /// Starts the thread; fails where the system gives none.
    init?(_ body: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(Body(run: body))
        var handle = pthread_t()
        let error = Self.withAsynchronousSignalsBlocked {
            pthread_create(
                &handle, nil,
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

    /// Waits for the end of the thread; to be called once.
    ///
    /// On the thread itself, where the last owner of what it serves may be let go of, it returns at
    /// once and lets the thread end by itself.
    func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `body` with the mask that a thread created there inherits.
    ///
    /// The program's signals belong to its other threads, and a `SIGPIPE` that TLS causes stays without effect. Signals
    /// that stand for a fault of the thread itself can't be put off.
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
