import FoundationEssentials

/// The pace of a command that watches a session until it ends.
enum WatchPace {
    /// How often to check whether another process has renewed the tokens or ended the session.
    private static let longestPause = Duration.seconds(1)
    private static let shortestPause = Duration.milliseconds(50)

    /// Waits for the moment, or for the next check where that is sooner; throws once the reader of the output is gone.
    static func wait(for moment: Date?) async throws {
        var pause = longestPause
        if let due = moment?.timeIntervalSinceNow, due > 0 {
            pause = max(shortestPause, min(.milliseconds(Int(min(due, 60) * 1000)), longestPause))
        }
        try await Task.sleep(for: pause)
        guard !Output.isReaderGone else {
            throw CommandFailure(.closedPipe, "The reader of standard output is gone.")
        }
    }
}
