import ConsoleApp
import Glibc
import SessionCore
import Synchronization
import TerminalCurses

/// What a command does about signals: it ends or stops by them as any other, once the tokens that it would lose are
/// stored.
final class SignalWatch: Sendable {
    static let shared = SignalWatch()

    private struct State {
        var isStarted = false
        var session: Session?
        /// Writes down what has happened to the session.
        var finish: (@Sendable () -> Void)?
        /// The signal that the program ends by.
        var ending: Int32?
        var isStopping = false
    }

    private let state = Mutex(State())

    /// Whether the program is about to end by a signal.
    var isEnding: Bool { state.withLock { $0.ending != nil } }

    /// From now on signals are attended to.
    func start() {
        state.withLock { state in
            guard !state.isStarted else { return }
            state.isStarted = true
            SignalInbox.open(for: [SIGINT, SIGTERM, SIGHUP, SIGTSTP]) { [self] in receive($0) }
        }
    }

    /// Lets signals wait for the session's work; `finish` is called before one ends the program.
    func watch(_ session: Session, finish: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.session = session
            state.finish = finish
        }
        start()
    }

    /// Notes the signal that the console was left by: the program ends by it once everything is written down.
    func end(laterBy number: Int32) { state.withLock { $0.ending = $0.ending ?? number } }

    /// Ends the program by the signal that asked for it, if one has; called when the command's work is done.
    func endIfAsked() {
        if let number = state.withLock(\.ending) { end(by: number) }
    }

    private func receive(_ number: Int32) {
        if number == SIGTSTP { return stop() }
        let (isFirst, session) = state.withLock { state -> (Bool, Session?) in
            // A closing terminal and its shell both send SIGHUP.
            let isFirst = state.ending == nil || number == SIGHUP
            state.ending = state.ending ?? number
            return (isFirst, state.session)
        }
        guard let session else { end(by: number) }
        guard isFirst else {
            Output().note("session-console: " + WorkWords(session.workUnderWay).loss)
            end(by: number)
        }
        session.refuseNewWork()
        let work = session.workUnderWay
        guard !work.isEmpty else { end(by: number) }
        Output().note(
            "session-console: waiting up to \(Leaving.limit.components.seconds) s for \(WorkWords(work).object); "
                + "a second signal ends at once, and loses it.")
        Task {
            let left = await session.finishWork(within: Leaving.limit)
            if !left.isEmpty { Output().note("session-console: " + WorkWords(left).loss) }
            self.state.withLock(\.finish)?()
            self.end(by: number)
        }
    }

    private func end(by number: Int32) -> Never {
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
        Output().note(
            "session-console: stopping; waiting up to \(Leaving.limit.components.seconds) s for "
                + "\(WorkWords(work).object); ctrl-z again stops at once.")
        Task {
            _ = await session.finishWork(within: Leaving.limit)
            if self.state.withLock(\.isStopping) { self.stopNow() }
        }
    }

    /// Stops the process, and goes on when it is continued.
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
