import ConsoleApp
import FaultInjection
import FoundationEssentials
import HostSystem
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
    private let environment: [String: String]
    private let first: SessionOpening?
    /// Opens sessions, each with the runner of its effects.
    private let sessions: ConsoleSessions
    /// Ends and stops the console, and waits where tokens would be lost.
    private let departure: ConsoleDeparture
    private var recorders: SessionRecorders
    /// All that is shown and all that keys act on.
    private(set) var workspace: Workspace
    /// Counts the effects under way, so that a scenario knows when all are done.
    private let work = WorkCount()
    private let clock: any SessionClock
    /// Does for a scenario what its users do outside of the console.
    private let player: Player?
    /// The recording that is shown in the place of a session.
    private let recording: RecordingSource?
    /// The programs that are watched in the place of a session.
    private let watched: WatchedPrograms?
    private var frames: WorkspaceFrames
    private var localTime = LocalTime()
    /// When the next frame is due.
    private var pace = FramePace()
    /// Follows the clock as long as something that is shown changes with it.
    private var ticking: Task<Void, Never>?

    /// What the console is opened on.
    enum Subject {
        /// A session of this program; others can be opened by the opener.
        case session(SessionOpening, opener: any SessionOpener)
        /// A recording, which has no session.
        case recording(RecordingSource)
        /// What other programs do while they are watched; no session is this program's.
        case programs(WatchedPrograms)

        fileprivate var context: ConsoleContext {
            switch self {
            case .session(let opening, _): opening.context
            case .recording(let source): source.context
            case .programs(let programs): programs.context
            }
        }
    }

    init(
        terminal: any ConsoleTerminal, on subject: Subject, environment: [String: String], usesASCII: Bool,
        player: Player? = nil, recorder: Recorder? = nil
    ) {
        (self.terminal, self.environment, self.player) = (terminal, environment, player)
        recorders = SessionRecorders(recorder)
        clock = player?.travel?.clock ?? SystemClock()
        var opener: (any SessionOpener)?
        var (first, recording, watched): (SessionOpening?, RecordingSource?, WatchedPrograms?)
        switch subject {
        case .session(let opening, let others): (first, opener) = (opening, others)
        case .recording(let source): recording = source
        case .programs(let programs): watched = programs
        }
        (self.first, self.recording, self.watched) = (first, recording, watched)
        sessions = ConsoleSessions(opener, terminal: terminal, environment: environment, work: work)
        departure = ConsoleDeparture(terminal)
        let glyphs = usesASCII ? .ascii : terminal.glyphs
        frames = WorkspaceFrames(glyphs: glyphs)
        let now = recording?.header.started ?? clock.now
        let model = Model(
            context: subject.context, now: now, secondsFromUTC: LocalTime.secondsFromUTC(at: now), glyphs: glyphs,
            isMouseOn: terminal.isMouseEnabled, standIn: terminal.standIn?.names)
        workspace =
            recording.map { Workspace(reading: $0.path, in: model) }
            ?? Workspace(model, playing: player?.playback, isRecorded: recorder != nil)
    }

    /// Shows the first frame while the first session is opened; keys work from the start.
    ///
    /// Returns when the console is closed; throws if the first session can't be opened.
    func run() async throws {
        connect()
        if let first { sessions.add(first) }
        // A scenario follows the way to the client too.
        if first?.way != nil, let playback = workspace.playback { perform(.settle(playback.ticket)) }
        if let recording { sessions.show(recording) }
        if let watched { sessions.follow(watched) }
        receive(.terminal(.resized(terminal.size)), isTyped: true)
        terminal.receive = { [weak self] in self?.receive($0) }
        await departure.end()
        terminal.receive = nil
        ticking?.cancel()
        sessions.cancelOpenings()
        // Otherwise an editor would keep the terminal after the console has ended.
        await ChildProcess.endForeground()
        for runner in sessions.runners { runner.detach() }
        for runner in sessions.runners { await runner.stopProxy() }
        try departure.report()
    }

    /// Has the parts tell the loop what happens in them.
    private func connect() {
        departure.sessions = { [weak self] in self?.sessions.kept ?? KeptSessions(sessions: []) }
        departure.receive = { [weak self] in self?.receive(.terminal($0)) }
        sessions.receive = { [weak self] in self?.receive($0) }
        sessions.control = { [weak self] in self?.carryOut($0, of: $1) }
        sessions.opensBrowser = { [weak self] in self?.player?.opensBrowser(in: self?.workspace.playback) ?? true }
        sessions.profileRead = { [weak self] in self?.add($0, isSplit: $1) }
        sessions.opened = { [weak self] in self?.record($0, of: $1) }
        sessions.attached = { [weak self] index in
            guard index == 0, self?.first?.way == nil, let playback = self?.workspace.playback else { return }
            self?.perform(.settle(playback.ticket))
        }
        sessions.firstFailed = { [weak self] in self?.departure.end(for: $0) }
    }

    /// Shows one more session, and begins to open it.
    private func add(_ opening: SessionOpening, isSplit: Bool) {
        receive(.profileRead(opening.context, isSplit: isSplit))
        // It may have been asked for twice.
        if workspace.models.count > sessions.runners.count { sessions.add(opening) }
    }

    private func record(_ host: ConsoleHost, of index: Int) { receive(recorders.attach(host, of: index)) }

    // MARK: - Messages and effects

    /// Updates the workspace; nothing else does.
    private func receive(_ message: WorkspaceMessage, isTyped: Bool = false) {
        guard !departure.hasEnded else { return }
        // What was typed is shown first: the models know the second, unless the clock was not followed.
        let isTickedAfter = isTyped && ticking != nil
        if !isTickedAfter { tick() }
        defer {
            if isTickedAfter { tick() }
            followClock()
        }
        if case .session(_, .signIn(let message)) = message, let text = player?.instruction(message) {
            Output().inform(SafeText.plain(text, glyphs: .unicode))
        }
        if case .session(_, .happened(.event(let event))) = message { player?.exchanges?.take([event]) }
        perform(update(&workspace, message))
        paintSoon(isTyped: isTyped)
    }

    /// Tells each session's screens the time by the clock of that session, which a fault may have set wrong.
    private func tick() {
        guard recording == nil else { return }
        for (index, runner) in sessions.runners.enumerated() {
            let now = runner.host.map { SkewedClock(clock, switches: $0.switches).now } ?? clock.now
            let tick = TerminalMessage.ticked(now, secondsFromUTC: localTime.secondsFromUTC(at: now))
            perform(update(&workspace, .session(index, .terminal(tick))))
        }
    }

    /// Carries out what an update asks for; work that takes time goes to the session's runner.
    private func perform(_ list: [WorkspaceEffect]) {
        for effect in list {
            switch effect {
            case .session(let index, let effect):
                sessions.runners[index].perform(effect)
            case .open(let name, let isSplit): sessions.open(name, isSplit: isSplit)
            case .noted(let index, let moment): receive(recorders.take(moment, of: index))
            case .playback(let effect): perform(effect)
            }
        }
    }

    /// Carries out what a session's runner leaves to the console: its end, its terminal, its sessions.
    private func carryOut(_ effect: TerminalEffect, of index: Int) {
        switch effect {
        case .quit: departure.leave()
        case .suspend: departure.stop()
        case .redraw: terminal.redraw()
        case .setTheme(let choice): terminal.theme = choice
        case .showSession(let request): receive(.requested(request))
        case .readSessions(let again): sessions.readStores(for: index, again: again)
        case .cutOff(let process, let name, let profile):
            sessions.cutOff(process, named: name, from: profile, for: index)
        case .setMouse(let isOn): terminal.isMouseEnabled = isOn
        case .record(let path):
            let path = path?.withHome(environment)
            receive(
                recorders.toggle(
                    index, sessions.runners[index].host, path: path, at: clock.now,
                    watch: (watched?.stage).map(RecordingHeader.command)))
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
            work.run { self.report(await player.signIn(user, at: page, self.sessions.runners.first?.host)) }
        case .approve(let code, let user):
            work.run { self.report(await player.approve(code, as: user, self.sessions.runners.first?.host)) }
        case .begin(let words): player.begin(words)
        case .report(let result): player.report(result)
        case .finish: if player.isHeadless { departure.leaveOnce() }
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
                await self.sessions.catchUp()
            } while self.work.running > 0 && !self.departure.hasEnded
            hastening.cancel()
            self.receive(.playback(.settled(ticket)))
        }
    }

    // MARK: - What comes in

    private func receive(_ event: TerminalEvent) {
        switch departure.take(event) {
        case .key(let key)?: receive(.terminal(.keyPressed(key)), isTyped: true)
        case .resized(let size)?: receive(.terminal(.resized(size)))
        case .resumed?: receive(.terminal(.terminalResumed))
        case nil: break
        }
    }

    /// Whether nothing that is shown changes with time alone.
    private var isStill: Bool { recording != nil || workspace.isStill }

    /// Wakes at every full second of the wall clock, so that clocks on the screen change with it, until none does.
    private func followClock() {
        guard ticking == nil, !isStill, !departure.hasEnded else { return }
        ticking = Task {
            while !Task.isCancelled, !self.isStill {
                let fraction = self.clock.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
                try? await Task.sleep(for: .seconds(1.001 - fraction))
                self.tick()
                self.paintSoon()
            }
            self.ticking = nil
        }
    }

    // MARK: - Frames

    private func paintSoon(isTyped: Bool = false) {
        guard !departure.hasEnded else { return }
        let now = ContinuousClock.now
        guard let due = pace.recordChange(isTyped: isTyped, at: now) else { return }
        guard due > now else { return paint() }
        Task {
            try? await Task.sleep(until: due, clock: .continuous)
            // Another frame may have come first, and shown the same.
            if self.pace.next == due { self.paint() }
        }
    }

    private func paint() {
        pace.recordFrame(at: .now)
        terminal.show(frames.draw(workspace, size: terminal.size))
    }
}
