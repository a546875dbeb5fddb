import HostSystem
import SessionCore
import Synchronization

/// The command that a proxy serves, and what that has started.
final class ServedProcesses: Sendable {
    private struct State {
        var command: pid_t?
        /// What the command has in its environment, and what it starts inherits.
        var entry = ""
    }

    private let state = Mutex(State())

    /// Starts the command; one that connects before it is known waits.
    func start(
        with entry: String, _ work: () throws(ChildProcess.Failure) -> pid_t
    ) throws(ChildProcess.Failure) -> pid_t {
        try state.withLock { state throws(ChildProcess.Failure) in
            let command = try work()
            (state.command, state.entry) = (command, entry)
            return command
        }
    }

    /// Whether the command is the program itself or has started it; of one whose parent has gone, which belongs to
    /// nobody then, its environment tells.
    func contain(_ caller: Caller?) -> Bool {
        let (command, entry) = state.withLock { ($0.command, $0.entry) }
        guard let process = caller?.process, let command else { return false }
        var ancestor: pid_t? = process
        while let present = ancestor, present > 1 {
            if present == command { return true }
            ancestor = ProcessTable.parent(of: present)
        }
        return ProcessTable.processes(with: entry).contains(process)
    }

    /// What goes on after the command has ended.
    var left: [Caller] {
        let entry = state.withLock(\.entry)
        return ProcessTable.processes(with: entry).compactMap { process in
            ProcessTable.name(of: process).map { Caller(name: $0, process: process) }
        }
    }
}
