import ConsoleApp
import SessionCore
import TerminalUI

/// How the console ends and stops: while tokens would be lost it waits, until the limit, or until the user insists.
@TerminalActor
final class ConsoleDeparture {
    var sessions: @TerminalActor () -> KeptSessions = { KeptSessions(sessions: []) }
    /// Shows that the departure is delayed.
    var receive: @TerminalActor (TerminalMessage) -> Void = { _ in }

    private let terminal: any ConsoleTerminal
    private(set) var hasEnded = false
    private var isLeaving = false
    private var isStopping = false
    private var ending: CheckedContinuation<Void, Never>?
    /// What ended the console, or will.
    private var failure: (any Error)?
    /// The signal that ends the program.
    private var signal: Int32?

    init(_ terminal: any ConsoleTerminal) { self.terminal = terminal }

    // MARK: - Ending

    /// Returns when the console has ended.
    func end() async {
        await withCheckedContinuation { continuation in
            if hasEnded { continuation.resume() } else { ending = continuation }
        }
    }

    /// Throws what ended the console; after a signal ends the program by it.
    func report() throws {
        if let failure { throw failure }
        if let signal { SignalWatch.shared.end(laterBy: signal) }
    }

    /// Ends the console at once.
    func end(for failure: any Error) {
        self.failure = failure
        endNow()
    }

    /// Ends the console; who asks again insists.
    func leave() {
        guard isLeaving, !hasEnded else { return leaveOnce() }
        end(losing: sessions().workUnderWay)
    }

    func leave(by signal: Int32) {
        self.signal = self.signal ?? signal
        leaveOnce()
    }

    /// Ends the console; who asks again changes nothing.
    func leaveOnce() {
        guard !hasEnded, !isLeaving else { return }
        isLeaving = true
        let kept = sessions()
        kept.refuseNewWork()
        let work = kept.workUnderWay
        guard !work.isEmpty else { return endNow() }
        terminal.attendToEnd(farewell: "session-console: \(WorkWords(work).loss)\r\n")
        receive(.departureDelayed(.end, work: work, limit: Leaving.limit))
        Task {
            self.end(losing: await kept.finishWork(within: Leaving.limit))
        }
    }

    private func end(losing work: Set<SessionWork>) {
        if !work.isEmpty, failure == nil { failure = CommandFailure(.failed, WorkWords(work).loss) }
        endNow()
    }

    private func endNow() {
        hasEnded = true
        ending?.resume()
        ending = nil
    }

    // MARK: - Stopping

    /// Stops the process as ctrl-z does elsewhere, after work ends that holds the store's lock or has spent a token;
    /// who asks again insists.
    func stop() {
        guard !hasEnded, !isLeaving else { return }
        guard !isStopping else { return stopNow() }
        let kept = sessions()
        kept.holdNewWork()
        let work = kept.workUnderWay
        guard !work.isEmpty else { return stopNow() }
        isStopping = true
        receive(.departureDelayed(.stop, work: work, limit: Leaving.limit))
        Task {
            _ = await kept.finishWork(within: Leaving.limit)
            if self.isStopping { self.stopNow() }
        }
    }

    private func stopNow() {
        isStopping = false
        terminal.suspend()
        sessions().resumeNewWork()
    }
}
