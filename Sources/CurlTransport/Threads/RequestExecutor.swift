import Dispatch
import Synchronization

/// One thread for tasks that send many requests at once.
///
/// An answer wakes the task that waits for it. Tasks of the system's pool are woken with a thread each, which costs more
/// than the rest of a quick request; tasks that prefer this executor share one thread, which finds the next answer
/// waiting when it is done with the last:
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

    /// What the thread shares with the executor, which it must not keep alive.
    private final class Queue: Sendable {
        let state = Mutex(State())
        let wakeUp = DispatchSemaphore(value: 0)
    }

    private let queue = Queue()

    /// Creates an executor, whose thread starts with its first task and ends with the executor.
    public init() {}

    deinit {
        let thread = queue.state.withLock { state -> OwnedThread? in
            state.isStopped = true
            if case .running(let thread) = state.phase { return thread }
            return nil
        }
        queue.wakeUp.signal()
        thread?.join()
    }

    /// Runs the job on the thread, or among the system's where there is no thread to be had.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isQueued, isAsleep) = queue.state.withLock { state -> (Bool, Bool) in
            if case .idle = state.phase { state.phase = startThread() }
            guard case .running = state.phase else { return (false, false) }
            state.jobs.append(job)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if isAsleep { queue.wakeUp.signal() }
        if !isQueued { globalConcurrentExecutor.enqueue(job) }
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
