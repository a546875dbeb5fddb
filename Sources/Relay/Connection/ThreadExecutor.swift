import Dispatch
import Synchronization

/// Runs asynchronous work on a thread that waits for it.
///
/// The work's jobs run on that thread, without waking another one for each step. Between two pieces of work, when the
/// thread may be busy for minutes, jobs go to the system's pool: an actor may have left one here.
final class ThreadExecutor: TaskExecutor {
    private struct State {
        var isRunning = false
        var isAsleep = false
        var isCancelled = false
        var jobs: [UnownedJob] = []
        var task: Task<Void, Never>?
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isQueued, isAsleep) = state.withLock { state in
            guard state.isRunning else { return (false, false) }
            state.jobs.append(job)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if isAsleep { wakeUp.signal() }
        if !isQueued { globalConcurrentExecutor.enqueue(job) }
    }

    /// Does the work and returns its result; for the thread's own use, one piece at a time.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let outcome = Outcome<Value>()
        state.withLock { $0.isRunning = true }
        let task = Task(executorPreference: self) {
            let value = await work()
            outcome.value.withLock { $0 = value }
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        while true {
            for job in takeJobs() { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if let value = outcome.value.withLock({ $0 }) {
                rest()
                return value
            }
            sleep()
        }
    }

    /// Cancels the work, and all that follows; for any thread.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    private func takeJobs() -> [UnownedJob] {
        state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    private func sleep() {
        let sleeps = state.withLock { state in
            state.isAsleep = state.jobs.isEmpty
            return state.isAsleep
        }
        if sleeps { wakeUp.wait() }
    }

    private func rest() {
        let left = state.withLock { state in
            state.isRunning = false
            state.task = nil
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in left { globalConcurrentExecutor.enqueue(job) }
    }
}

extension OwnerAnswer {
    func decision(on executor: ThreadExecutor) -> Decision {
        switch self {
        case .now(let decision): decision
        case .awaited(let work): executor.run(work)
        }
    }
}
