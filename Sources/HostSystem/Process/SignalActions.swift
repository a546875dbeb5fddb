import CProcess

/// What this process does about signals.
package enum SignalActions {
    /// Calls a handler for each of these signals from now on; calls of the system that it interrupts are continued.
    package static func handle(_ number: Int32, by handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    /// The name of a signal: `SIGTERM`.
    package static func name(of number: Int32) -> String {
        console_signal_name(number).map { "SIG" + String(cString: $0) } ?? "signal \(number)"
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
