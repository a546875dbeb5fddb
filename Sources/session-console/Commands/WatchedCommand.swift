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
    func noteEnd() { hasEnded.withLock { $0 = true } }

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

/// The file that takes what a command prints while the console has the terminal.
struct CommandLog: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Makes the file in `TMPDIR` or /tmp, for this user alone.
    init(of command: String, in environment: [String: String]) throws(CommandFailure) {
        let folder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        let name = command.split(separator: "/").last.map(String.init) ?? command
        var template = Array("\(folder)/session-console-\(name)-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        let failure = errno
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(failure))
            throw CommandFailure(.failed, "\(folder) takes no file for the command's output: \(reason).")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Where there is no room, what is printed is only shown.
    func write(_ bytes: ArraySlice<UInt8>) { _ = FileCalls.system.writeAll(Array(bytes), to: descriptor) }

    /// Says where the output is; without any, the file is removed.
    func close() -> String? {
        let size = lseek(descriptor, 0, SEEK_END)
        HostSystem.close(descriptor)
        guard size > 0 else {
            unlink(path)
            return nil
        }
        return "What the command printed is in \(path)"
    }
}
