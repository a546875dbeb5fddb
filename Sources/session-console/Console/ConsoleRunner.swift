import ConsoleApp
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
    /// The shortest time between two frames.
    private static let frameInterval = Duration.milliseconds(16)
    /// Messages come in groups, such as an event and the status after it; a short wait shows a group in one frame.
    private static let settlingTime = Duration.milliseconds(2)

    private let terminal: CursesTerminal
    private let effects: EffectRunner
    private var model: Model
    private var frames: Frames
    private var lastFrame: ContinuousClock.Instant?
    private var frameIsDue = false
    private var ending: CheckedContinuation<Void, Never>?
    private var hasEnded = false
    private var isLeaving = false
    private var isStopping = false
    /// The signal that ends the program.
    private var endingSignal: Int32?

    init(
        terminal: CursesTerminal, context: ConsoleContext, firstTarget: String, environment: [String: String],
        usesASCII: Bool
    ) {
        self.terminal = terminal
        let glyphs = usesASCII ? .ascii : terminal.glyphs
        frames = Frames(glyphs: glyphs)
        let now = Date()
        model = Model(
            context: context, now: now, secondsFromUTC: LocalTime.secondsFromUTC(at: now), firstTarget: firstTarget,
            glyphs: glyphs, isMouseOn: terminal.isMouseEnabled)
        effects = EffectRunner(terminal: terminal, environment: environment)
        effects.receive = { [weak self] in self?.receive($0) }
        effects.control = { [weak self] in self?.carryOut($0) }
    }

    /// Shows the first frame while `open` opens the session; keys work from the start.
    ///
    /// Returns when the console is closed.
    func run(opening open: @escaping @Sendable () async throws -> ConsoleHost) async throws {
        // The session is opened on another thread while the first frame is drawn.
        let host = Task.detached { try await open() }
        receive(.terminal(.resized(terminal.size)), isTyped: true)
        terminal.receive = { [weak self] in self?.receive($0) }
        let clock = Task { await self.followClock() }
        let opening = Task {
            do {
                await self.effects.attach(try await host.value)
            } catch {
                self.failure = error
                self.end()
            }
        }
        await withCheckedContinuation { continuation in
            if hasEnded { continuation.resume() } else { ending = continuation }
        }
        host.cancel()
        terminal.receive = nil
        for task in [clock, opening] { task.cancel() }
        // Otherwise an editor would keep the terminal after the console has ended.
        await ChildProcess.endForeground()
        await effects.detach()
        if let failure { throw failure }
        if let endingSignal { SignalWatch.shared.end(laterBy: endingSignal) }
    }

    private var failure: (any Error)?

    private func end() {
        hasEnded = true
        ending?.resume()
        ending = nil
    }

    // MARK: - Ending and stopping

    /// Ends the console.
    ///
    /// If tokens would be lost, it first waits until they are stored, until the limit, or until the user insists.
    private func leave(insisting: Bool) {
        guard !hasEnded else { return }
        guard let session = effects.keptSession else { return end() }
        if insisting { return end(losing: session.workUnderWay) }
        guard !isLeaving else { return }
        isLeaving = true
        session.refuseNewWork()
        let work = session.workUnderWay
        guard !work.isEmpty else { return end() }
        terminal.attendToEnd(farewell: "session-console: \(WorkWords(work).loss)\r\n")
        receive(.terminal(.departureDelayed(.end, work: work, limit: Leaving.limit)))
        Task {
            self.end(losing: await session.finishWork(within: Leaving.limit))
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
        guard let session = effects.keptSession, !insisting else { return stopNow() }
        guard !isStopping else { return }
        session.holdNewWork()
        let work = session.workUnderWay
        guard !work.isEmpty else { return stopNow() }
        isStopping = true
        receive(.terminal(.departureDelayed(.stop, work: work, limit: Leaving.limit)))
        Task {
            _ = await session.finishWork(within: Leaving.limit)
            if self.isStopping { self.stopNow() }
        }
    }

    private func stopNow() {
        isStopping = false
        terminal.suspend()
        effects.keptSession?.resumeNewWork()
    }

    /// Updates the model; nothing else does.
    private func receive(_ message: Message, isTyped: Bool = false) {
        guard !hasEnded else { return }
        let now = Date()
        perform(update(&model, .terminal(.ticked(now, secondsFromUTC: LocalTime.secondsFromUTC(at: now)))))
        perform(update(&model, message))
        paintSoon(isTyped: isTyped)
    }

    private func perform(_ list: [Effect]) { list.forEach(effects.perform) }

    private func carryOut(_ effect: TerminalEffect) {
        switch effect {
        case .quit: leave(insisting: isLeaving)
        case .suspend: stop(insisting: isStopping)
        case .redraw: terminal.redraw()
        case .setTheme(let choice): terminal.theme = choice
        case .setMouse(let isOn): terminal.isMouseEnabled = isOn
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
            let fraction = Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
            try? await Task.sleep(for: .seconds(1.001 - fraction))
            let now = Date()
            perform(update(&model, .terminal(.ticked(now, secondsFromUTC: LocalTime.secondsFromUTC(at: now)))))
            paintSoon()
        }
    }

    // MARK: - Frames

    private func paintSoon(isTyped: Bool = false) {
        guard !hasEnded else { return }
        let elapsed = lastFrame.map { ContinuousClock.now - $0 } ?? Self.frameInterval
        let wait = max(Self.frameInterval - elapsed, isTyped ? .zero : Self.settlingTime)
        if wait <= .zero { return paint() }
        guard !frameIsDue else { return }
        frameIsDue = true
        Task {
            try? await Task.sleep(for: wait)
            self.frameIsDue = false
            self.paint()
        }
    }

    private func paint() {
        lastFrame = .now
        terminal.show(frames.draw(model, size: terminal.size))
    }
}
