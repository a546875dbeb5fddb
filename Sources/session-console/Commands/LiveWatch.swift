import RequestFiles
import ClientObservation
import ClientWatch
import ConsoleApp
import HostSystem
import Interception
import Relay
import SessionCore
import Synchronization
import TerminalUI

/// A watch of a command, or of whatever programs another shell starts.
struct LiveWatch {
    private let context: CommandContext
    /// Whether the console shows it.
    private let isShown: Bool
    private let terms: WatchTerms
    private let planned: [PlannedFault]
    private let place: WatchPlace
    private let browser: ChromiumBrowser?

    init(_ context: CommandContext) async throws(CommandFailure) {
        self.context = context
        isShown = !context.operands.isEmpty && context.showsWatch
        terms = try WatchTerms(context)
        planned = try context.plannedFaults()
        browser = context.invocation.contains(.ownBrowser) ? try ChromiumBrowser(in: context.environment) : nil
        place = try await WatchPlace(context)
    }

    func run() async throws -> ExitStatus {
        let news = NewsFeed()
        let base = context.environment.filter { $0.key != ChildProcess.secretVariable }
        let archive = try WatchArchive(context)
        let deliver: @Sendable (WatchNews) -> Void = { news.add($0) }
        let faults = WatchFaults(planned, apis: place.apis, deliver: deliver)
        // A signal that ended the program meanwhile would leave the watch's folder, or the command, behind.
        SignalWatch.shared.hold()
        defer { SignalWatch.shared.release() }
        let watch = try start(base, faults, deliver)
        SignalWatch.shared.beforeEnd { watch.end() }
        let terminal: CommandTerminal?
        do throws(CommandFailure) {
            terminal = isShown ? try commandTerminal(under: watch) : nil
        } catch {
            await watch.stop()
            throw error
        }
        let programs = WatchedPrograms(
            source.name, news, record: place.record, faults: faults, terminal: terminal,
            printer: isShown ? nil : WatchPrinter(context.output, printsFindings: terms.format == .text),
            archive: archive)
        let status: Int32?
        if let terminal {
            status = try await showCommand(in: terminal, under: watch, programs, news)
        } else {
            await programs.readAlone()
            if context.operands.isEmpty {
                try await listen(watch)
                status = nil
            } else {
                status = try await runCommand(under: watch)
            }
            await watch.stop()
            news.finish()
        }
        let record = await programs.end()
        try archive?.write()
        return try finish(record, status)
    }

    /// The command, or what stands in its place.
    private var source: WatchSource { WatchSource(command: context.operands) }

    private func start(
        _ base: [String: String], _ faults: WatchFaults, _ deliver: @escaping @Sendable (WatchNews) -> Void
    ) throws(CommandFailure) -> ClientWatch {
        do {
            return try ClientWatch(
                of: place.hosts, port: place.port, base: base, connecting: place.configuration,
                faults: faults.switches, handingLinksOnBy: OpenFilePlace.executable(of: getpid()),
                to: browser, deliver: deliver)
        } catch {
            throw CommandFailure(.failed, "The watch can't start: \(error)")
        }
    }

    private func commandTerminal(under watch: ClientWatch) throws(CommandFailure) -> CommandTerminal {
        let name = context.operands[0]
        return try CommandTerminal(of: name, in: context.environment) {
            watch.tell(ofPrinted: $0, by: Caller(name: name))
        }
    }

    /// The variables for another shell; returns once a signal asks for the end.
    private func listen(_ watch: ClientWatch) async throws(CommandFailure) {
        for (name, value) in watch.settings {
            // The other shell may have folders of its own.
            if name == ChildVariable.commands {
                if let commands = watch.commands {
                    try context.output.line("export \(name)=\(commands.shellWord)\"${\(name):+:$\(name)}\"")
                }
                continue
            }
            if name == "BROWSER", value == nil { continue }
            try context.output.line(value.map { "export \(name)=\($0.shellWord)" } ?? "unset \(name)")
        }
        context.output.inform("Watching until ctrl-c what programs with these variables do.")
        await SignalWatch.shared.nextSignal()
    }

    private func runCommand(under watch: ClientWatch) async throws(CommandFailure) -> Int32 {
        let pid = try await startCommand(under: watch, printing: terms.format == .text ? .here : .toErrors)
        SignalWatch.shared.passSignals(to: pid)
        return await exitStatus(of: pid, under: watch) { SignalWatch.shared.passSignals(to: nil) }
    }

    /// Returns once the console is closed and the command has ended, which closing the console asks it to do; `nil`
    /// where that was so.
    private func showCommand(
        in terminal: CommandTerminal, under watch: ClientWatch, _ programs: WatchedPrograms, _ news: NewsFeed
    ) async throws -> Int32? {
        let command: WatchedCommand
        do throws(CommandFailure) {
            let process = try await startCommand(under: watch, printing: .toTerminal(terminal.terminal))
            command = WatchedCommand(process, in: terminal)
        } catch {
            _ = terminal.close()
            throw error
        }
        terminal.begin()
        SignalWatch.shared.beforeEnd {
            _ = command.end()
            watch.end()
        }
        SignalWatch.shared.release()
        let running = Task {
            let signal = Mutex<Int32?>(nil)
            let status = await exitStatus(of: command.process, under: watch) {
                signal.withLock { $0 = ChildProcess.endingSignal(of: command.process) }
                command.markEnd()
            }
            terminal.take(CommandEnd(status: status, signal: signal.withLock { $0.map(SignalActions.name) }))
            await watch.stop()
            news.finish()
            return status
        }
        let closing: Result<Void, any Error>
        do {
            try await Console.show(programs, context, theme: try context.theme())
            closing = .success(())
        } catch {
            closing = .failure(error)
        }
        await programs.readAlone()
        let wasRunning = command.end()
        let hangingUp = wasRunning ? Task { await command.hangUp() } : nil
        let status = await running.value
        hangingUp?.cancel()
        if let line = terminal.close() { context.output.inform(line) }
        try closing.get()
        return wasRunning ? nil : status
    }

    private func startCommand(
        under watch: ClientWatch, printing: ChildProcess.Printing
    ) async throws(CommandFailure) -> pid_t {
        let words = context.operands
        do throws(ChildProcess.Failure) {
            let variables =
                if case .toTerminal = printing { CommandTerminal.variables(watch.variables) } else { watch.variables }
            return try ChildProcess.start(words, environment: variables, printing: printing)
        } catch {
            await watch.stop()
            throw CommandFailure(
                error.status, "\(words[0]) can't be run: \(error.reason).",
                advice: "Check the name and PATH.")
        }
    }

    /// Says meanwhile that nothing has come of the command; `atEnd` is called while its process ID is still its own.
    private func exitStatus(
        of pid: pid_t, under watch: ClientWatch, atEnd: @escaping @Sendable () -> Void
    ) async -> Int32 {
        let silence = Task {
            try await Task.sleep(for: Self.patience)
            if !watch.hasSeenConnection { reportSilence(of: pid, watch) }
        }
        let status = await ChildProcess.exitStatus(of: pid, atEnd: atEnd)
        silence.cancel()
        await watch.reportOutliving(Caller(name: context.operands[0], process: nil))
        if !watch.hasSeenConnection, (try? await silence.value) == nil { reportSilence(of: nil, watch) }
        return status
    }

    /// How long a command may run before it is said that nothing has come of it.
    private static let patience = Duration.seconds(10)

    /// By what runs, or else by the command's name.
    private func reportSilence(of pid: pid_t?, _ watch: ClientWatch) {
        let running = pid.map { [$0] + ProcessTree().descendants(of: $0) } ?? []
        let runtime =
            running.reversed().lazy.compactMap { RunningProgram.runtime(of: $0, named: nil) }.first
            ?? RunningProgram.runtime(ofCommand: context.operands[0], path: context.environment["PATH"])
        watch.reportSilence(of: Caller(name: context.operands[0], process: pid), runtime)
    }

    private func finish(_ record: WatchRecord, _ status: Int32?) throws -> ExitStatus {
        let result = try terms.finish(record, from: source, isShown: isShown, context.output)
        if result != .faultsFound, let status, status != 0 { throw ChildEnd(status: status) }
        return result
    }
}

/// How a command ended that has run as itself would: its exit status is the program's.
struct ChildEnd: Error {
    let status: Int32
}
