import SessionHTTP
import Synchronization

/// Passes requests to the transfer thread and returns their answers.
final class TransferQueue: Sendable {
    /// A command to the transfer thread; they are carried out in order.
    enum Order: Sendable {
        case start(Hop, Hop.Continuation)
        case cancel(Hop)
        /// A paused upload has bytes again.
        case resume(Hop)
    }

    /// A step of a task that shares the thread, and its executor.
    struct Job: Sendable {
        let job: UnownedJob
        let executor: UnownedTaskExecutor
    }

    private enum Phase {
        case idle
        case running(OwnedThread)
        /// Later requests are answered with this error.
        case stopped(TransportError)
    }

    private struct State {
        var phase = Phase.idle
        var commands: [Order] = []
        /// What tasks that share the thread have to do on it.
        var jobs: [Job] = []
        /// The handle that the thread sleeps on, while it sleeps.
        var sleeper: MultiHandle?
    }

    /// How many hops to one host its thread has under way at most.
    let places: Int
    private let configuration: CurlTransport.Configuration
    /// How long its thread stays awake after the last command or answer.
    private let vigil: Duration
    private let underWay = Atomic(0)
    private let state = Mutex(State())

    init(configuration: CurlTransport.Configuration, places: Int, vigil: Duration) {
        self.places = places
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
            // May run before the hop is queued; then the thread finds it cancelled when it dequeues it.
            hop.cancel()
            post(.cancel(hop))
        }
    }

    /// Queues a command, and starts or wakes the thread if needed.
    ///
    /// If the queue is stopped or the system gives no thread, the request fails at once.
    func post(_ command: Order) {
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

    /// Queues a step of a task; `false` if the queue is stopped, the system gives no thread, or there is no libcurl.
    func post(_ job: Job) -> Bool {
        let (isQueued, sleeper) = state.withLock { state -> (Bool, MultiHandle?) in
            if case .idle = state.phase {
                guard (try? CurlLibrary.open()) != nil else { return (false, nil) }
                state.phase = startThread()
            }
            guard !isStopped(state) else { return (false, nil) }
            state.jobs.append(job)
            return (true, state.sleeper.take())
        }
        sleeper?.wakeUp()
        return isQueued
    }

    /// Stops the thread and waits for its end; requests under way are answered with ``TransportError/cancelled``.
    ///
    /// Later requests are answered with `reason`.
    func stop(because reason: TransportError = .cancelled) {
        let (thread, sleeper) = state.withLock { state -> (OwnedThread?, MultiHandle?) in
            defer { state.phase = .stopped(reason) }
            guard case .running(let thread) = state.phase else { return (nil, nil) }
            guard thread.isCurrent else { return (thread, state.sleeper.take()) }
            // It can't wait for itself; an exit that begins now does.
            ExitGuard.keep(thread)
            return (nil, nil)
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

    /// Swaps an empty array for the queued commands, in reverse order; `false` once the queue was stopped.
    ///
    /// For the transfer thread.
    func take(into commands: inout [Order]) -> Bool {
        defer { commands.reverse() }
        return state.withLock { state in
            state.sleeper = nil
            swap(&state.commands, &commands)
            return !isStopped(state)
        }
    }

    /// Swaps an empty array for the queued jobs.
    ///
    /// For the transfer thread.
    func take(into jobs: inout [Job]) {
        state.withLock { swap(&$0.jobs, &jobs) }
    }

    /// Announces that the thread goes to sleep on `multi`; `false` if it must not, because there is work.
    ///
    /// For the transfer thread.
    func mayGoToSleep(on multi: MultiHandle) -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty, state.jobs.isEmpty, !isStopped(state) else { return false }
            state.sleeper = multi
            return true
        }
    }
}
