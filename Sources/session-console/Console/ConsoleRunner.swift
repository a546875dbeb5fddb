import ConsoleApp
import FaultInjection
import FoundationEssentials
import Glibc
import SessionCore
import TerminalCurses
import TerminalUI

/// The loop of the full-screen console: a message updates the model, its effects are carried out, a frame is shown.
///
/// It runs on the terminal's actor and never blocks it: work that takes time runs in tasks of
/// ``EffectRunner``, which report with messages.
@TerminalActor
final class ConsoleRunner {
    private let terminal: any ConsoleTerminal
    private let opener: (any SessionOpener)?
    private let environment: [String: String]
    private let first: SessionOpening?
    private var recorders: SessionRecorders
    private(set) var workspace: Workspace
    /// One for each session of the workspace.
    private var runners: [EffectRunner] = []
    private var openings: [Task<Void, Never>] = []
    private let work = WorkCount()
    private let clock: any SessionClock
    private let player: Player?
    /// The recording that is shown in the place of a session.
    private let recording: RecordingSource?
    private var frames: WorkspaceFrames
    private var localTime = LocalTime()
    private var pace = FramePace()
    private var ending: CheckedContinuation<Void, Never>?
    /// What ended the console, or will.
    private var failure: (any Error)?
    private var hasEnded = false
    private var isLeaving = false
    private var isStopping = false
    /// The signal that ends the program.
    private var endingSignal: Int32?

    init(
        terminal: any ConsoleTerminal, first: SessionOpening, opener: any SessionOpener,
        environment: [String: String], usesASCII: Bool, player: Player? = nil, recorder: Recorder? = nil
    ) {
        (self.player, recording) = (player, nil)
        recorders = SessionRecorders(recorder)
        clock = player?.travel?.clock ?? SystemClock()
        (self.terminal, self.first, self.opener, self.environment) = (terminal, first, opener, environment)
        let glyphs = usesASCII ? .ascii : terminal.glyphs
        frames = WorkspaceFrames(glyphs: glyphs)
        let now = clock.now
        workspace = Workspace(
            Model(
                context: first.context, now: now, secondsFromUTC: LocalTime.secondsFromUTC(at: now),
                glyphs: glyphs, isMouseOn: terminal.isMouseEnabled, standIn: terminal.standIn?.names),
            playing: player?.playback, isRecorded: recorder != nil)
    }

    /// Shows a recording, which has no session.
    init(
        terminal: any ConsoleTerminal, recording: RecordingSource, environment: [String: String], usesASCII: Bool
    ) {
        (self.terminal, self.recording, self.environment) = (terminal, recording, environment)
        (first, opener, player, recorders, clock) = (nil, nil, nil, SessionRecorders(nil), SystemClock())
        let glyphs = usesASCII ? .ascii : terminal.glyphs
        frames = WorkspaceFrames(glyphs: glyphs)
        let start = recording.header.started
        workspace = Workspace(
            reading: recording.path,
            in: Model(
                context: recording.context, now: start, secondsFromUTC: LocalTime.secondsFromUTC(at: start),
                glyphs: glyphs, isMouseOn: terminal.isMouseEnabled, standIn: terminal.standIn?.names))
    }

    /// Shows the first frame while the first session is opened; keys work from the start.
    ///
    /// Returns when the console is closed; throws if the first session can't be opened.
    func run() async throws {
        if let first { add(first) }
        if let recording { show(recording) }
        receive(.terminal(.resized(terminal.size)), isTyped: true)
        terminal.receive = { [weak self] in self?.receive($0) }
        let ticking = Task { await self.followClock() }
        await withCheckedContinuation { continuation in
            if hasEnded { continuation.resume() } else { ending = continuation }
        }
        terminal.receive = nil
        for task in [ticking] + openings { task.cancel() }
        // Otherwise an editor would keep the terminal after the console has ended.
        await ChildProcess.endForeground()
        for runner in runners { runner.detach() }
        if let failure { throw failure }
        if let endingSignal { SignalWatch.shared.end(laterBy: endingSignal) }
    }

    // MARK: - Sessions

    private func runner(of index: Int, requestFolder: String) -> EffectRunner {
        let runner = EffectRunner(
            terminal: terminal, environment: environment, requestFolder: requestFolder, work: work,
            opensBrowser: { [weak self] in self?.opensBrowser ?? false })
        runner.receive = { [weak self] in self?.receive(.session(index, $0)) }
        runner.control = { [weak self] in self?.carryOut($0, of: index) }
        return runner
    }

    private var opensBrowser: Bool { player?.opensBrowser(in: workspace.playback) ?? true }

    /// Begins to open a session on another thread, for the workspace's next index.
    private func add(_ opening: SessionOpening) {
        let index = runners.count
        let runner = runner(of: index, requestFolder: opening.requestFolder)
        runners.append(runner)
        let host = Task.detached { try await opening.open() }
        let attaching = Task {
            do {
                let host = try await withTaskCancellationHandler {
                    try await host.value
                } onCancel: {
                    host.cancel()
                }
                self.receive(self.recorders.attach(host, of: index))
                await runner.attach(host)
                if index == 0, let playback = self.workspace.playback { self.perform(.settle(playback.ticket)) }
            } catch {
                self.openingFailed(index, error)
            }
        }
        openings.append(attaching)
    }

    /// Reads a recording, piece by piece, so that its beginning can be looked at meanwhile.
    private func show(_ recording: RecordingSource) {
        let runner = runner(of: 0, requestFolder: ".")
        runners.append(runner)
        openings.append(
            Task {
                let flaw = await recording.read { moments in await self.receive(.recording(.read(moments))) }
                self.receive(.recording(.readToEnd(flaw: flaw)))
            })
    }

    private func openingFailed(_ index: Int, _ error: any Error) {
        guard index > 0 else {
            failure = error
            return end()
        }
        receive(.openingFailed(index, reason: ToolFailure((error as? CommandFailure)?.message ?? "\(error)")))
    }

    /// Reads the profile of a session and begins to open it.
    private func open(_ name: String, isSplit: Bool) {
        guard let opener else { return }
        work.run {
            let opening = await Self.opening(of: name, by: opener)
            switch opening {
            case .success(let opening):
                self.receive(.profileRead(opening.context, isSplit: isSplit))
                // It may have been asked for twice.
                if self.workspace.models.count > self.runners.count { self.add(opening) }
            case .failure(let failure):
                self.receive(.profileFailed(name, reason: ToolFailure(failure.message)))
            }
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

    private func end() {
        hasEnded = true
        ending?.resume()
        ending = nil
    }

    // MARK: - Ending and stopping

    private var kept: KeptSessions { KeptSessions(sessions: runners.compactMap(\.keptSession)) }

    /// Ends the console.
    ///
    /// If tokens would be lost, it first waits until they are stored, until the limit, or until the user insists.
    private func leave(insisting: Bool) {
        guard !hasEnded else { return }
        let kept = kept
        if insisting { return end(losing: kept.workUnderWay) }
        guard !isLeaving else { return }
        isLeaving = true
        kept.refuseNewWork()
        let work = kept.workUnderWay
        guard !work.isEmpty else { return end() }
        terminal.attendToEnd(farewell: "session-console: \(WorkWords(work).loss)\r\n")
        receive(.terminal(.departureDelayed(.end, work: work, limit: Leaving.limit)))
        Task {
            self.end(losing: await kept.finishWork(within: Leaving.limit))
        }
    }

    private func end(losing work: Set<SessionWork>) {
        if !work.isEmpty, failure == nil { failure = CommandFailure(.failed, WorkWords(work).loss) }
        end()
    }

    private func leave(by signal: Int32) {
        endingSignal = endingSignal ?? signal
        leave(insisting: false)
    }

    /// Stops the process as ctrl-z does elsewhere, after work ends that holds the store's lock or has spent a token.
    private func stop(insisting: Bool) {
        guard !hasEnded, !isLeaving else { return }
        guard !insisting else { return stopNow() }
        guard !isStopping else { return }
        let kept = kept
        kept.holdNewWork()
        let work = kept.workUnderWay
        guard !work.isEmpty else { return stopNow() }
        isStopping = true
        receive(.terminal(.departureDelayed(.stop, work: work, limit: Leaving.limit)))
        Task {
            _ = await kept.finishWork(within: Leaving.limit)
            if self.isStopping { self.stopNow() }
        }
    }

    private func stopNow() {
        isStopping = false
        terminal.suspend()
        kept.resumeNewWork()
    }

    /// Updates the workspace; nothing else does.
    private func receive(_ message: WorkspaceMessage, isTyped: Bool = false) {
        guard !hasEnded else { return }
        // What was typed is shown first: the models know the second.
        if !isTyped { tick() }
        defer { if isTyped { tick() } }
        if case .session(_, .signIn(let message)) = message, let text = player?.instruction(message) {
            Output().note(SafeText.plain(text, glyphs: .unicode))
        }
        if case .session(_, .session(.eventHappened(let event))) = message { player?.exchanges?.take([event]) }
        perform(update(&workspace, message))
        paintSoon(isTyped: isTyped)
    }

    /// Tells each session's screens the time by the clock of that session, which a fault may have set wrong.
    private func tick() {
        guard recording == nil else { return }
        for (index, runner) in runners.enumerated() {
            let now = runner.host.map { SkewedClock(clock, switches: $0.switches).now } ?? clock.now
            let tick = TerminalMessage.ticked(now, secondsFromUTC: localTime.secondsFromUTC(at: now))
            perform(update(&workspace, .session(index, .terminal(tick))))
        }
    }

    private func perform(_ list: [WorkspaceEffect]) {
        for effect in list {
            switch effect {
            case .session(let index, let effect):
                runners[index].perform(effect)
            case .open(let name, let isSplit): open(name, isSplit: isSplit)
            case .noted(let index, let moment): receive(recorders.take(moment, of: index))
            case .playback(let effect): perform(effect)
            }
        }
    }

    private func carryOut(_ effect: TerminalEffect, of index: Int) {
        switch effect {
        case .quit: leave(insisting: isLeaving)
        case .suspend: stop(insisting: isStopping)
        case .redraw: terminal.redraw()
        case .setTheme(let choice): terminal.theme = choice
        case .showSession(let request): receive(.requested(request))
        case .setMouse(let isOn): terminal.isMouseEnabled = isOn
        case .record(let path):
            let path = path.map { SavedFile.expanded($0, environment: environment) }
            receive(recorders.toggle(index, runners[index].host, path: path, at: clock.now))
        }
    }

    private func receive(_ message: RecordingMessage?) {
        if let message { receive(.recording(message)) }
    }

    // MARK: - A scenario

    /// Carries out what the scenario asks for.
    private func perform(_ effect: PlaybackEffect) {
        guard let player else { return }
        switch effect {
        case .settle(let ticket): settle(ticket)
        case .advance(let duration, let ticket):
            player.travel?.clock.advance(by: duration)
            tick()
            settle(ticket)
            paintSoon()
        case .rest(let duration, let ticket):
            Task {
                try? await Task.sleep(for: duration)
                self.receive(.playback(.rested(ticket)))
            }
        case .signIn(let user, let page):
            work.run { self.report(await player.signIn(user, at: page, self.runners.first?.host)) }
        case .approve(let code, let user):
            work.run { self.report(await player.approve(code, as: user, self.runners.first?.host)) }
        case .begin(let words): player.begin(words)
        case .report(let result): player.report(result)
        case .finish: if player.isHeadless { leave(insisting: false) }
        }
    }

    private func report(_ failure: String?) {
        if let failure { receive(.playback(.assistanceFailed(failure))) }
    }

    /// Waits until no session has work under way, and the models know what has happened.
    private func settle(_ ticket: PlaybackTicket) {
        Task {
            let hastening = Task { await self.player?.hasten(self.workspace.playback) { self.tick() } }
            repeat {
                await self.work.finished()
                for opening in self.openings { await opening.value }
                for runner in self.runners { await runner.catchUp() }
            } while self.work.running > 0 && !self.hasEnded
            hastening.cancel()
            self.receive(.playback(.settled(ticket)))
        }
    }

    // MARK: - What comes in

    private func receive(_ event: TerminalEvent) {
        switch event {
        case .key(let key): receive(.terminal(.keyPressed(key)), isTyped: true)
        case .resized(let size): receive(.terminal(.resized(size)))
        case .resumed: receive(.terminal(.terminalResumed))
        case .stopRequested: stop(insisting: isStopping)
        // If the same signal comes again, the signal handler ends the program.
        case .endRequested(let signal): leave(by: signal)
        case .hungUp: leave(by: SIGHUP)
        }
    }

    /// Wakes at every full second of the wall clock, so that clocks on the screen change with it.
    private func followClock() async {
        while !Task.isCancelled {
            let fraction = clock.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
            try? await Task.sleep(for: .seconds(1.001 - fraction))
            tick()
            paintSoon()
        }
    }

    // MARK: - Frames

    private func paintSoon(isTyped: Bool = false) {
        guard !hasEnded else { return }
        let now = ContinuousClock.now
        guard let due = pace.noteChange(isTyped: isTyped, at: now) else { return }
        guard due > now else { return paint() }
        Task {
            try? await Task.sleep(until: due, clock: .continuous)
            // Another frame may have come first, and shown the same.
            if self.pace.next == due { self.paint() }
        }
    }

    private func paint() {
        pace.noteFrame(at: .now)
        terminal.show(frames.draw(workspace, size: terminal.size))
    }
}
