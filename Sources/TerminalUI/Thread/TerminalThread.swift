import HostSystem
import Synchronization

/// A thread that runs the jobs of an actor in their order, and waits for descriptors when there are none.
///
/// It begins with its first job and lasts as long as the process.
package final class TerminalThread: SerialExecutor {
    /// Called on the thread each time there is something to read, until the watch is removed.
    package typealias Handler = @TerminalActor () -> Void

    private struct Watch {
        let id: Int
        let descriptor: Int32
        let handler: Handler
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var watches: [Watch] = []
        var nextWatch = 0
        var hasBegun = false
        /// Whether only a byte in the pipe makes the thread look for jobs again.
        var isWaiting = false
    }

    /// How long it works at most before it looks at the descriptors, so that a key need not wait for a crowd of jobs.
    private static let stretch = Duration.milliseconds(4)
    /// How long it waits at most where nothing can wake it, in milliseconds.
    private static let patience: Int32 = 10

    private let state = Mutex(State())
    /// The thread; 0 before it has begun.
    private let current = Atomic<pthread_t>(0)
    /// The pipe that ends the thread's waiting; -1 where the system had no descriptors left.
    private let wakeups: (read: Int32, write: Int32)

    init() {
        wakeups = WakingPipe.open() ?? (-1, -1)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (begins, isWaiting) = state.withLock { state in
            state.jobs.append(job)
            defer { (state.hasBegun, state.isWaiting) = (true, false) }
            return (!state.hasBegun, state.isWaiting)
        }
        if begins { begin() } else if isWaiting { wake() }
    }

    /// Reports from now on whenever a descriptor can be read, and when its other end is gone; answers the watch's
    /// number.
    @TerminalActor package func watch(_ descriptor: Int32, _ handler: @escaping Handler) -> Int {
        state.withLock { state in
            state.nextWatch += 1
            state.watches.append(Watch(id: state.nextWatch, descriptor: descriptor, handler: handler))
            return state.nextWatch
        }
    }

    /// Its descriptor may be closed at once: nothing waits for it while the actor works.
    @TerminalActor package func removeWatch(_ id: Int) {
        state.withLock { $0.watches.removeAll { $0.id == id } }
    }

    /// Fails on every other thread; it is asked under the lock, too.
    package func checkIsolated() { precondition(current.load(ordering: .relaxed) == pthread_self()) }

    // MARK: - The thread

    private func begin() {
        var thread = pthread_t()
        let this = Unmanaged.passRetained(self).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { this in
                guard let this else { return nil }
                Unmanaged<TerminalThread>.fromOpaque(this).takeRetainedValue().run()
                return nil
            }, this)
        if status == 0 { pthread_detach(thread) }
    }

    private func run() {
        SignalStack.coverThread()
        current.store(pthread_self(), ordering: .relaxed)
        while true {
            let (jobs, watches) = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                state.isWaiting = state.jobs.isEmpty
                return (state.jobs, state.watches)
            }
            if jobs.isEmpty { wait(for: watches) }
            var look = ContinuousClock.now + Self.stretch
            for job in jobs {
                job.runSynchronously(on: asUnownedSerialExecutor())
                guard ContinuousClock.now >= look else { continue }
                report(from: state.withLock(\.watches), within: 0)
                look = .now + Self.stretch
            }
        }
    }

    private func wait(for watches: [Watch]) {
        report(from: watches, within: wakeups.read < 0 ? Self.patience : -1)
    }

    /// Reports what can be read, after at most so many milliseconds; after any time where they are negative.
    private func report(from watches: [Watch], within milliseconds: Int32) {
        let descriptors = [wakeups.read] + watches.map(\.descriptor)
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = poll(&polled, nfds_t(polled.count), milliseconds)
        state.withLock { $0.isWaiting = false }
        guard count > 0 else { return }
        if polled[0].revents != 0 { drain() }
        for (watch, polled) in zip(watches, polled.dropFirst()) where polled.revents != 0 {
            // A handler before this one may have removed it.
            if isWatching(watch.id) { TerminalActor.assumeIsolated(watch.handler) }
        }
    }

    private func isWatching(_ id: Int) -> Bool {
        state.withLock { state in state.watches.contains { $0.id == id } }
    }

    private func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes the thread, too.
        _ = write(wakeups.write, &byte, 1)
    }

    private func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(wakeups.read, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    }
}
