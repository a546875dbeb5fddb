import Glibc

/// Starts `work`, which may block, on a thread made for it.
///
/// Queues of Dispatch would do until many tests run at once: their threads are limited in number, and what blocks keeps
/// one.
package func onOwnThread(_ work: @escaping @Sendable () -> Void) {
    let argument = Unmanaged.passRetained(Work(run: work))
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, argument.toOpaque())
    precondition(failure == 0, "no thread can be started")
    pthread_detach(thread)
}

private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
