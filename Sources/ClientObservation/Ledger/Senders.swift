import SessionHTTP

/// Tells which processes are one sender.
///
/// A script starts a process of a program such as curl for each message: none of them knows what the one before was
/// answered, and the script does. Processes that send more than one message each answer for themselves.
struct Senders: Sendable {
    private struct Script: Hashable {
        let program: String
        let process: Int32
    }

    /// The processes of one program that a script has started.
    private struct Run {
        let first: Caller
        /// The latest.
        var processes: [Int32] = []
        var sendsOneEach = true
    }

    private static let processLimit = 256

    private var runs = Bounded<Script, Run>(limit: 64)

    /// The sender of the next message of a caller.
    mutating func sender(of caller: Caller?) -> Caller? {
        guard let caller, let process = caller.process, let starter = caller.starter else { return caller }
        let script = Script(program: caller.name, process: starter)
        var run = runs[script] ?? Run(first: caller)
        if run.processes.contains(process) { run.sendsOneEach = false }
        run.processes.append(process, keeping: Self.processLimit)
        runs[script] = run
        return run.sendsOneEach ? run.first : caller
    }
}
