import ConsoleApp
import SessionCore
import TerminalUI

/// The sessions of the console, each with the runner of its effects: opened while keys work already.
@TerminalActor
final class ConsoleSessions {
    var receive: @TerminalActor (WorkspaceMessage) -> Void = { _ in }
    /// Carries out an effect on the terminal, of the session of an index.
    var control: @TerminalActor (TerminalEffect, Int) -> Void = { _, _ in }
    /// A profile was read whose session is to be shown, or beside another.
    var profileRead: @TerminalActor (SessionOpening, Bool) -> Void = { _, _ in }
    /// A session is open, before anything of it is known.
    var opened: @TerminalActor (ConsoleHost, Int) -> Void = { _, _ in }
    /// The screens know what is known of a session.
    var attached: @TerminalActor (Int) -> Void = { _ in }
    /// Without the first session there is no console.
    var firstFailed: @TerminalActor (any Error) -> Void = { _ in }
    /// Whether a browser is opened for the sign-in that begins now.
    var opensBrowser: @TerminalActor () -> Bool = { true }

    /// One for each session of the workspace.
    private(set) var runners: [EffectRunner] = []
    private var openings: [Task<Void, Never>] = []
    /// `nil` for a recording, which has no session.
    private let opener: (any SessionOpener)?
    private let terminal: any ConsoleTerminal
    private let environment: [String: String]
    private let work: WorkCount

    init(
        _ opener: (any SessionOpener)?, terminal: any ConsoleTerminal, environment: [String: String], work: WorkCount
    ) {
        (self.opener, self.terminal, self.environment, self.work) = (opener, terminal, environment, work)
    }

    /// Those whose work must not be lost.
    var kept: KeptSessions { KeptSessions(sessions: runners.compactMap(\.keptSession)) }

    func cancelOpenings() {
        for opening in openings { opening.cancel() }
    }

    /// Returns when all are open, and the models know what has happened.
    func catchUp() async {
        for opening in openings { await opening.value }
        for runner in runners { await runner.catchUp() }
    }

    private func addRunner(requestFolder: String) -> EffectRunner {
        let index = runners.count
        let runner = EffectRunner(
            terminal: terminal, environment: environment, requestFolder: requestFolder, work: work,
            opensBrowser: { [weak self] in self?.opensBrowser() ?? false })
        runner.receive = { [weak self] in self?.receive(.session(index, $0)) }
        runner.control = { [weak self] in self?.control($0, index) }
        runners.append(runner)
        return runner
    }

    /// Begins to open a session for the workspace's next index, or the way to its profile.
    func add(_ opening: SessionOpening) {
        let index = runners.count
        let runner = addRunner(requestFolder: opening.requestFolder)
        guard let way = opening.way else { return open(opening, index, runner) }
        runner.begin(way) { [weak self, unowned runner] in self?.open(opening, index, runner) }
    }

    /// Opens a session on another thread.
    private func open(_ opening: SessionOpening, _ index: Int, _ runner: EffectRunner) {
        let host = Task.detached { try await opening.open() }
        openings.append(
            Task {
                do {
                    let host = try await withTaskCancellationHandler {
                        try await host.value
                    } onCancel: {
                        host.cancel()
                    }
                    self.opened(host, index)
                    await runner.attach(host)
                    self.attached(index)
                } catch {
                    self.failed(index, error, isOnTheWay: opening.way != nil)
                }
            })
    }

    private func failed(_ index: Int, _ error: any Error, isOnTheWay: Bool) {
        if isOnTheWay {
            let failure = CommandFailure(describing: error)
            let message = DiscoveryMessage.refused(reason: failure.message, advice: failure.advice)
            return receive(.session(index, .discovery(message)))
        }
        guard index > 0 else { return firstFailed(error) }
        receive(.openingFailed(index, reason: ToolFailure((error as? CommandFailure)?.message ?? "\(error)")))
    }

    /// Reads a recording, piece by piece, so that its beginning can be looked at meanwhile.
    func show(_ recording: RecordingSource) {
        _ = addRunner(requestFolder: ".")
        openings.append(
            Task {
                let flaw = await recording.read { moments in await self.receive(.recording(.read(moments))) }
                self.receive(.recording(.readToEnd(flaw: flaw)))
            })
    }

    /// Follows what other programs do, until the watch is over.
    func follow(_ watched: WatchedPrograms) {
        let index = runners.count
        let runner = addRunner(requestFolder: ".")
        runner.watched = watched
        if let terminal = watched.terminal {
            openings.append(Task { await terminal.follow { message in await runner.receive(.command(message)) } })
        }
        openings.append(
            Task {
                await watched.follow { moments in await self.receive(.happened(index, moments)) }
            })
    }

    /// Reads the profile of a session and begins to open it.
    func open(_ name: String, isSplit: Bool) {
        guard let opener else { return }
        work.run {
            switch await Self.opening(of: name, by: opener) {
            case .success(let opening):
                self.profileRead(opening, isSplit)
            case .failure(let failure):
                self.receive(.profileFailed(name, reason: ToolFailure(failure.message)))
            }
        }
    }

    /// Reads the sessions of all profiles for the session of an index.
    func readStores(for index: Int, again: Bool) {
        guard let opener else { return }
        work.run { self.receive(.session(index, .terminal(.sessionsRead(await opener.glances(again: again))))) }
    }

    /// Cuts off a process for the session of an index.
    func cutOff(_ process: Int, named name: String?, from profile: String, for index: Int) {
        guard let opener else { return }
        work.run {
            let result: Result<[String], ToolFailure>
            do throws(CommandFailure) {
                let report = try await opener.cutOff(process, named: name, from: profile)
                result = .success([report.summary] + report.rest)
            } catch {
                result = .failure(ToolFailure(error.message, advice: error.advice))
            }
            self.receive(.session(index, .terminal(.cutOff(result))))
        }
    }

    /// Runs away from the terminal's actor, because it reads files.
    @concurrent
    private static func opening(
        of name: String, by opener: any SessionOpener
    ) async -> Result<SessionOpening, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try opener.opening(of: name))
        } catch {
            return .failure(error)
        }
    }
}
