import ConsoleApp
import HostSystem
import SessionCore
import Synchronization
import TerminalCurses

/// A command's response to signals: they end or stop it as usual, but only after tokens that would be lost are stored.
final class SignalWatch: Sendable {
    static let shared = SignalWatch()

    private struct State {
        var isStarted = false
        var session: Session?
        /// Writes the session's events to the event file.
        var finish: (@Sendable () -> Void)?
        /// What is done last, whatever ends the program.
        var lastWork: (@Sendable () -> Void)?
        /// The signal that ends the program.
        var ending: Int32?
        var isStopping = false
        /// Work that the first signal cancels, and what is said then and at a second one.
        var work: (cancel: @Sendable () -> Void, ending: String, loss: String)?
        /// The command that this program runs as itself would; signals are its business.
        var child: pid_t?
        /// Waits for a signal, which then ends nothing.
        var waiter: CheckedContinuation<Void, Never>?
        /// Whether signals wait, and the one that does.
        var isHeld = false
        var held: Int32?
    }

    private let state = Mutex(State())

    /// Whether a signal is about to end the program.
    var isEnding: Bool { state.withLock { $0.ending != nil } }

    /// Begins to handle signals.
    func start() {
        state.withLock { state in
            guard !state.isStarted else { return }
            state.isStarted = true
            SignalInbox.open(for: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]) { [self] in receive($0) }
        }
    }

    /// Makes signals wait for the session's work; `finish` is called before a signal ends the program.
    func watch(_ session: Session, finish: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.session = session
            state.finish = finish
        }
        start()
    }

    /// Does something quick before a signal ends the program.
    func beforeEnd(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.lastWork = work }
        start()
    }

    /// Records the signal that ended the console; the program ends with the same signal after the events are written.
    func end(laterBy number: Int32) { state.withLock { $0.ending = $0.ending ?? number } }

    /// Ends the program with the signal that asked for that, if any; called when the command's work is done.
    func endIfAsked() {
        if let number = state.withLock(\.ending) { end(by: number) }
    }

    /// Does work that the first signal cancels, also one that came before it, and a second one cuts off.
    ///
    /// The first signal ends the program when the work has returned and ``endIfAsked()`` is called.
    func whileEnding<Value: Sendable>(
        saying ending: String, losing loss: String, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        start()
        // The work begins where a signal finds it.
        let (task, isEnding) = state.withLock { state in
            let task = Task { try await work() }
            state.work = ({ task.cancel() }, ending, loss)
            return (task, state.ending != nil)
        }
        if isEnding { task.cancel() }
        defer { state.withLock { $0.work = nil } }
        return try await task.value
    }

    /// Lets signals wait until a command or a waiter takes them, or ``release()`` lets them end the program.
    func hold() {
        state.withLock { $0.isHeld = true }
        start()
    }

    /// Ends the hold; what has come meanwhile takes effect now.
    func release() {
        let held = state.withLock { state in
            state.isHeld = false
            return state.held.take()
        }
        if let held { receive(held, wasHeld: true) }
    }

    /// From now on, signals that would end this program end the command instead; `nil` before it is reaped.
    func passSignals(to child: pid_t?) {
        state.withLock { $0.child = child }
        start()
        release()
    }

    /// Returns once a signal asks for the end, which the caller then brings about.
    func nextSignal() async {
        start()
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiter = continuation }
            release()
        }
    }

    /// Whether the signal is somebody else's business.
    private func isPassed(_ number: Int32, wasHeld: Bool) -> Bool {
        // What ctrl-c and ctrl-\ mean, a terminal has told the whole group; one that was held came before the command.
        let isTold = (number == SIGINT || number == SIGQUIT) && !wasHeld && Self.isInForeground
        let (isPassed, waiter) = state.withLock { state in
            defer { state.waiter = nil }
            if let child = state.child, !isTold { kill(child, number) }
            return (state.child != nil || state.waiter != nil, state.waiter)
        }
        waiter?.resume()
        return isPassed
    }

    private static var isInForeground: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }

    private func receive(_ number: Int32, wasHeld: Bool = false) {
        if number == SIGTSTP { return stop() }
        let isHeld = state.withLock { state in
            if state.isHeld { state.held = number }
            return state.isHeld
        }
        if isHeld || isPassed(number, wasHeld: wasHeld) { return }
        let (isFirst, session, cancellable) = state.withLock { state in
            // A closing terminal and its shell both send SIGHUP: two of them are one request.
            let isFirst = state.ending == nil || number == SIGHUP
            state.ending = state.ending ?? number
            return (isFirst, state.session, state.work)
        }
        if let cancellable {
            Output().inform("session-console: \(isFirst ? cancellable.ending : cancellable.loss)")
            guard isFirst else { end(by: number) }
            return cancellable.cancel()
        }
        guard let session else { end(by: number) }
        guard isFirst else {
            Output().inform("session-console: " + WorkWords(session.workUnderWay).loss)
            end(by: number)
        }
        session.refuseNewWork()
        let work = session.workUnderWay
        guard !work.isEmpty else { end(by: number) }
        Output().inform(
            "session-console: waiting up to \(Leaving.limit.components.seconds) s for \(WorkWords(work).object); "
                + "a second signal ends at once and loses it.")
        Task {
            let left = await session.finishWork(within: Leaving.limit)
            if !left.isEmpty { Output().inform("session-console: " + WorkWords(left).loss) }
            self.state.withLock(\.finish)?()
            self.end(by: number)
        }
    }

    private func end(by number: Int32) -> Never {
        state.withLock(\.lastWork)?()
        SilentTerminal.restore()
        SignalInbox.obey(number)
        _exit(128 + number)
    }

    private func stop() {
        let (isFirst, session) = state.withLock { state -> (Bool, Session?) in
            defer { state.isStopping = true }
            return (!state.isStopping && state.ending == nil, state.session)
        }
        guard let session, isFirst else { return stopNow() }
        session.holdNewWork()
        let work = session.workUnderWay
        guard !work.isEmpty else { return stopNow() }
        Output().inform(
            "session-console: stopping; waiting up to \(Leaving.limit.components.seconds) s for "
                + "\(WorkWords(work).object); ctrl-z again stops at once.")
        Task {
            _ = await session.finishWork(within: Leaving.limit)
            if self.state.withLock(\.isStopping) { self.stopNow() }
        }
    }

    /// Stops the process; returns when it is continued.
    private func stopNow() {
        SilentTerminal.restore()
        SignalInbox.obey(SIGTSTP)
        SignalInbox.catchSignal(SIGTSTP)
        SilentTerminal.resume()
        let session = state.withLock { state in
            state.isStopping = false
            return state.session
        }
        session?.resumeNewWork()
    }
}
