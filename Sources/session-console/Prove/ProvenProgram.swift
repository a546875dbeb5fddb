import FoundationEssentials
import HostSystem
import Synchronization

/// The program of a chapter, which may run twice, each time in a terminal of its own.
final class ProvenProgram: Sendable {
    private struct Run: Sendable {
        let process: pid_t
        let terminal: CommandTerminal
        var hasEnded = false
        var isAskedToEnd = false
    }

    private struct State {
        var runs: [Run] = []
        /// Whether it is not started any more.
        var isOver = false
    }

    private let words: [String]
    private let environment: [String: String]
    private let takeLink: @Sendable (URL) -> Void
    private let takeEnd: @Sendable (Int32) -> Void
    private let state = Mutex(State())

    /// `takeLink` is called with each URL that it prints, and `takeEnd` with its exit status where it ends by itself.
    init(
        _ words: [String], environment: [String: String], takeLink: @escaping @Sendable (URL) -> Void,
        takeEnd: @escaping @Sendable (Int32) -> Void
    ) {
        (self.words, self.environment) = (words, environment)
        (self.takeLink, self.takeEnd) = (takeLink, takeEnd)
    }

    var isRunning: Bool { state.withLock { $0.runs.contains { !$0.hasEnded } } }

    /// Starts it, beside those that run; with these values for its variables and for the names in braces.
    func start(_ values: [String: String]) throws(CommandFailure) {
        // Who ends it at once finds it, or it is not started.
        let process = try state.withLock { state throws(CommandFailure) -> pid_t? in
            if state.isOver { return nil }
            let run = try launch(values)
            state.runs.append(run)
            return run.process
        }
        guard let process else { return }
        Task {
            let status = await ChildProcess.exitStatus(of: process) { self.markEnd(of: process) }
            if self.hasEndedByItself(process) { self.takeEnd(status) }
        }
    }

    private func launch(_ values: [String: String]) throws(CommandFailure) -> Run {
        let words = words.map { word in
            values.reduce(word) { $0.replacing("{\($1.key.lowercased())}", with: $1.value) }
        }
        let terminal = try CommandTerminal(of: words[0], in: environment, takeLink: takeLink)
        terminal.hideTyping()
        let variables = CommandTerminal.variables(environment.merging(values) { $1 })
        let process: pid_t
        do throws(ChildProcess.Failure) {
            process = try ChildProcess.start(words, environment: variables, printing: .toTerminal(terminal.terminal))
        } catch {
            _ = terminal.close()
            throw CommandFailure(error, of: words[0])
        }
        terminal.begin()
        return Run(process: process, terminal: terminal)
    }

    /// While its process ID is still its own.
    private func markEnd(of process: pid_t) {
        state.withLock { state in
            for index in state.runs.indices where state.runs[index].process == process {
                state.runs[index].hasEnded = true
            }
        }
    }

    private func hasEndedByItself(_ process: pid_t) -> Bool {
        state.withLock { $0.runs.contains { $0.process == process && !$0.isAskedToEnd } }
    }

    func type(line: String) {
        state.withLock { for run in $0.runs where !run.hasEnded { run.terminal.type(line: line) } }
    }

    /// Ends it, and what it has started in its terminal, at once.
    func kill() async {
        signal(SIGKILL)
        await waitForEnds(atMost: .seconds(5))
    }

    /// Asks it to end, and ends it after a while; says where its output is, if that is kept.
    func end(keepingOutput: Bool) async -> [String] {
        signal(SIGTERM)
        await waitForEnds(atMost: .seconds(1))
        await kill()
        return close(keepingOutput: keepingOutput)
    }

    /// Ends it, without its output.
    func endAtOnce() {
        state.withLock { $0.isOver = true }
        signal(SIGKILL)
        _ = close(keepingOutput: false)
    }

    private func close(keepingOutput: Bool) -> [String] {
        state.withLock { state in
            defer { state.runs = [] }
            return state.runs.compactMap { $0.terminal.close(keepingOutput: keepingOutput) }
        }
    }

    private func signal(_ number: Int32) {
        state.withLock { state in
            // The leader of a session leads a process group, too.
            for index in state.runs.indices where !state.runs[index].hasEnded {
                state.runs[index].isAskedToEnd = true
                _ = HostSystem.kill(-state.runs[index].process, number)
            }
        }
    }

    private func waitForEnds(atMost time: Duration) async {
        let end = ContinuousClock.now + time
        while isRunning, ContinuousClock.now < end {
            guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { return }
        }
    }
}
