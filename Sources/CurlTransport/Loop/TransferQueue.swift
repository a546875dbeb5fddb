import SessionCore
import Synchronization

/// Hands requests to the transfer thread and brings their answers back.
final class TransferQueue: Sendable {
    /// What the transfer thread is asked to do, in order.
    enum Command: Sendable {
        case start(Hop, Hop.Continuation)
        case cancel(Hop)
        /// A paused upload has bytes again.
        case resume(Hop)
    }

    private enum Phase {
        case idle
        case running(OwnedThread)
        /// With what later requests are answered.
        case stopped(TransportError)
    }

    private struct State {
        var phase = Phase.idle
        var commands: [Command] = []
        /// What the thread sleeps on, for as long as it sleeps.
        var sleeper: MultiHandle?
    }

    private let configuration: CurlTransport.Configuration
    /// How long its thread stays awake after the last command or answer.
    private let vigil: Duration
    private let underWay = Atomic(0)
    private let state = Mutex(State())

    init(configuration: CurlTransport.Configuration, vigil: Duration) {
        self.configuration = configuration
        self.vigil = vigil
    }

    /// How many exchanges are queued or under way.
    var load: Int { underWay.load(ordering: .relaxed) }

    /// Performs one hop, without following redirects.
    nonisolated(nonsending) func perform(_ hop: Hop) async -> Hop.Answer {
        underWay.add(1, ordering: .relaxed)
        defer { underWay.subtract(1, ordering: .relaxed) }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { post(.start(hop, $0)) }
        } onCancel: {
            // May run before the hop is queued; the thread then finds the mark when it comes to it.
            hop.cancel()
            post(.cancel(hop))
        }
    }

    /// Queues a command, starting or waking the thread where needed.
    ///
    /// A queue that is stopped, or can't have a thread, answers at once.
    func post(_ command: Command) {
        let (refusal, sleeper) = state.withLock { state -> (TransportError?, MultiHandle?) in
            if case .idle = state.phase { state.phase = startThread() }
            if case .stopped(let reason) = state.phase { return (reason, nil) }
            state.commands.append(command)
            return (nil, state.sleeper.take())
        }
        sleeper?.wakeUp()
        if let refusal, case .start(_, let continuation) = command {
            continuation.resume(returning: .failure(refusal))
        }
    }

    /// Ends the thread and waits for its end; what is still under way is answered with ``TransportError/cancelled``.
    ///
    /// Later requests are answered with `reason`.
    func stop(because reason: TransportError = .cancelled) {
        let (thread, sleeper) = state.withLock { state -> (OwnedThread?, MultiHandle?) in
            defer { state.phase = .stopped(reason) }
            guard case .running(let thread) = state.phase else { return (nil, nil) }
            return (thread, state.sleeper.take())
        }
        sleeper?.wakeUp()
        thread?.join()
        ExitGuard.forget(self)
    }

    private func startThread() -> Phase {
        ExitGuard.remember(self)
        let thread = OwnedThread { [self] in
            TransferLoop(queue: self, configuration: configuration, vigil: Vigil(length: vigil)).run()
        }
        return thread.map { .running($0) } ?? .stopped(.outOfResources("no more threads"))
    }

    private func isStopped(_ state: borrowing State) -> Bool {
        if case .stopped = state.phase { true } else { false }
    }

    /// Exchanges an empty array for the queued commands, the first of them at its end; `false` once the queue was stopped.
    ///
    /// For the transfer thread.
    func take(into commands: inout [Command]) -> Bool {
        defer { commands.reverse() }
        return state.withLock { state in
            state.sleeper = nil
            swap(&state.commands, &commands)
            return !isStopped(state)
        }
    }

    /// Announces that the thread goes to sleep on `multi`; `false` where it must not, as there is work.
    ///
    /// For the transfer thread.
    func mayGoToSleep(on multi: MultiHandle) -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty, !isStopped(state) else { return false }
            state.sleeper = multi
            return true
        }
    }
}
