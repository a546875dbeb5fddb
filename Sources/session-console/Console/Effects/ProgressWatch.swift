import TerminalUI
import ConsoleApp
import SessionCore

/// Looks ten times a second at how much of the answers under way has arrived, and reports what is new.
@TerminalActor
final class ProgressWatch {
    private static let interval = Duration.milliseconds(100)

    private let report: @TerminalActor ([CallID: CallProgress]) -> Void
    private var followed: [CallID: HTTPProgress] = [:]
    private var reported: [CallID: CallProgress] = [:]
    /// Runs while anything is followed.
    private var task: Task<Void, Never>?

    init(report: @escaping @TerminalActor ([CallID: CallProgress]) -> Void) {
        self.report = report
    }

    /// Begins to follow a call; answers what its request is to carry.
    func follow(_ call: CallID) -> HTTPProgress {
        let progress = HTTPProgress()
        followed[call] = progress
        if task == nil { task = Task { await self.watch() } }
        return progress
    }

    func forget(_ call: CallID) {
        followed[call] = nil
        reported[call] = nil
    }

    private func watch() async {
        while true {
            try? await Task.sleep(for: Self.interval)
            if followed.isEmpty { break }
            var news: [CallID: CallProgress] = [:]
            for (call, progress) in followed {
                let now = CallProgress(received: progress.receivedSize, expected: progress.expectedSize)
                if now.received > 0 || reported[call] != nil, reported[call] != now { news[call] = now }
            }
            guard !news.isEmpty else { continue }
            reported.merge(news) { $1 }
            report(news)
        }
        task = nil
    }
}
