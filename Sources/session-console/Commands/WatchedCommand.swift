import FoundationEssentials
import HostSystem
import Synchronization

/// A command that runs while the console shows what it does.
final class WatchedCommand: Sendable {
    let process: pid_t
    private let terminal: CommandTerminal
    private let hasEnded = Mutex(false)

    init(_ process: pid_t, in terminal: CommandTerminal) { (self.process, self.terminal) = (process, terminal) }

    /// To be called before it is reaped: then its process ID may be another process's.
    func markEnd() { hasEnded.withLock { $0 = true } }

    /// Asks it to end; returns whether it was running.
    func end() -> Bool {
        hasEnded.withLock { hasEnded in
            if !hasEnded { kill(process, SIGTERM) }
            return !hasEnded
        }
    }

    /// Tells it that its terminal was closed, unless it ends in time: an interactive shell ignores SIGTERM.
    func hangUp() async {
        if !ProcessTable.ignores(SIGTERM, process) { try? await Task.sleep(for: Self.patience) }
        hasEnded.withLock { hasEnded in
            guard !hasEnded else { return }
            terminal.terminal.signalHangUp()
            kill(process, SIGHUP)
        }
    }

    /// How long it may take to end by itself.
    private static let patience = Duration.seconds(2)
}
