import Dispatch
import Synchronization

/// One thread for tasks that send many requests at once.
///
/// An answer wakes the task that waits for it. In the system's pool each task is woken on a thread of its own, which
/// costs more than the rest of a quick request. Tasks that prefer this executor share one thread, which goes from one
/// answer to the next without sleeping:
///
///     try await withTaskExecutorPreference(RequestExecutor()) {
///         try await withThrowingTaskGroup(of: AuthorizedResponse.self) { group in … }
///     }
///
/// Its tasks run one at a time and in turn, so none of them should compute for long or block.
public final class RequestExecutor: TaskExecutor {
    private enum Phase {
        case idle
        case running(OwnedThread)
        /// The system gives no thread.
        case refused
    }

    private struct State {
        var phase = Phase.idle
        var jobs: [UnownedJob] = []
        var isAsleep = false
        var isStopped = false
    }

    /// The state that the thread shares with the executor, without keeping the executor alive.
    private final class Queue: Sendable {
        let state = Mutex(State())
        let wakeUp = DispatchSemaphore(value: 0)
    }

    private let queue = Queue()
    /// Whose thread the tasks share; `nil` where they have one of their own.
    private let transport: CurlTransport?

    /// Creates an executor; its thread starts with the first task and ends with the executor.
    public init() { transport = nil }

    /// Creates an executor whose tasks share the thread of a transport's transfers, which it keeps.
    ///
    /// A request and its answer then wake no other thread: one after the other, to a server on the same machine, each
    /// takes 39 µs of the processor in place of 55, and 63 µs in place of 81. A task that computes for long or blocks
    /// holds up all requests of the transport, and the exit of the process.
    public init(of transport: CurlTransport) { self.transport = transport }

    deinit {
        let thread = queue.state.withLock { state -> OwnedThread? in
            state.isStopped = true
            if case .running(let thread) = state.phase { return thread }
            return nil
        }
        queue.wakeUp.signal()
        thread?.join()
    }

    /// Runs the job on the thread, or in the system's pool if the system gives no thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isQueued =
            transport?.queues.first.post(TransferQueue.Job(job: job, executor: asUnownedTaskExecutor()))
            ?? enqueueOnOwnThread(job)
        if !isQueued { globalConcurrentExecutor.enqueue(job) }
    }

    private func enqueueOnOwnThread(_ job: UnownedJob) -> Bool {
        let (isQueued, isAsleep) = queue.state.withLock { state -> (Bool, Bool) in
            if case .idle = state.phase { state.phase = startThread() }
            guard case .running = state.phase else { return (false, false) }
            state.jobs.append(job)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if isAsleep { queue.wakeUp.signal() }
        return isQueued
    }

    private func startThread() -> Phase {
        // A job keeps the executor alive until it has run.
        let thread = OwnedThread { [queue, executor = asUnownedTaskExecutor()] in
            Self.runJobs(of: queue, on: executor)
        }
        return thread.map { .running($0) } ?? .refused
    }

    private static func runJobs(of queue: Queue, on executor: UnownedTaskExecutor) {
        var jobs: [UnownedJob] = []
        while true {
            let goesOn = queue.state.withLock { state in
                swap(&state.jobs, &jobs)
                state.isAsleep = jobs.isEmpty && !state.isStopped
                return !jobs.isEmpty || state.isAsleep
            }
            guard goesOn else { return }
            guard !jobs.isEmpty else {
                queue.wakeUp.wait()
                continue
            }
            for job in jobs { job.runSynchronously(on: executor) }
            jobs.removeAll(keepingCapacity: true)
        }
    }
}
