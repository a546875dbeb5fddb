import TerminalUI

/// Counts the tasks that carry out effects, so that a scenario knows when all are done.
@TerminalActor
final class WorkCount {
    private(set) var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    nonisolated init() {}

    /// Runs work in a task of its own, which is counted until it ends.
    @discardableResult
    func run(_ work: @escaping @TerminalActor () async -> Void) -> Task<Void, Never> {
        running += 1
        return Task {
            await work()
            self.running -= 1
            guard self.running == 0 else { return }
            let waiting = self.waiting
            self.waiting = []
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Returns when no counted task runs.
    func finished() async {
        guard running > 0 else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
