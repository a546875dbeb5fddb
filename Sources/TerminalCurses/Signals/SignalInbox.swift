import Dispatch
import Glibc

/// Where the handler writes; safe without isolation, as it is set before the first handler is installed.
private nonisolated(unsafe) let inboxEnd: UnsafeMutablePointer<Int32> = {
    let end = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    end.initialize(to: -1)
    return end
}()

private func noteSignal(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(inboxEnd.pointee, &byte, 1)
    errno = saved
}

/// Turns signals into calls on a queue, one at a time.
package enum SignalInbox {
    /// Watches the pipe until the program ends; set once, by ``open(for:receive:)``.
    private nonisolated(unsafe) static var source: (any DispatchSourceRead)?

    /// Delivers these signals to `receive`, one at a time; call it once.
    ///
    /// If the system can't create a pipe, signals keep their default effect.
    package static func open(for signals: [Int32], receive: @escaping @Sendable (Int32) -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        inboxEnd.pointee = ends[1]
        let queue = DispatchQueue(label: "signals")
        let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: queue)
        source.setEventHandler { [end = ends[0]] in
            var bytes = [UInt8](repeating: 0, count: 64)
            while case let count = read(end, &bytes, bytes.count), count > 0 {
                for byte in bytes.prefix(count) { receive(Int32(byte)) }
            }
        }
        source.activate()
        self.source = source
        for number in signals where !isIgnored(number) { catchSignal(number) }
    }

    /// Shells start background jobs with some signals ignored, and `nohup` ignores SIGHUP; these stay ignored.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Delivers this signal from now on.
    package static func catchSignal(_ number: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    /// Gives a signal its default effect on this process now; returns if that stopped the process and it was continued.
    package static func obey(_ number: Int32) {
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
