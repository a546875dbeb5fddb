/// How long to leave the token endpoint alone after refreshes that failed.
///
/// 1 s after the first failure, twice as long after each further one, never more than a minute; longer where the
/// provider asks for it, up to an hour.
struct BackOff: Sendable, Equatable {
    /// The wait after the first failure.
    static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(60)
    private static let longestRetryAfter = Duration.seconds(3_600)

    private(set) var failures = 0
    private var last: Last?

    /// The latest failure, and the end of the pause after it.
    private struct Last: Sendable, Equatable {
        let endsAt: Duration
        let failure: SessionError
    }

    /// The rest of the pause, and the failure before it; `nil` where the token endpoint may be asked.
    func pause(at uptime: Duration) -> (remaining: Duration, failure: SessionError)? {
        last.flatMap { $0.endsAt > uptime ? ($0.endsAt - uptime, $0.failure) : nil }
    }

    /// The wait after one failure where the provider asked for this.
    static func pause(retryAfter: Duration?) -> Duration {
        max(shortest, min(retryAfter ?? .zero, longestRetryAfter))
    }

    /// Counts a failed refresh and returns how long the next has to wait.
    ///
    /// `Retry-After` counts from the answer, the back-off itself from the start of the attempt: a time-out is a wait
    /// too.
    mutating func countFailure(_ failure: SessionError, startedAt: Duration, endedAt: Duration) -> Duration {
        failures += 1
        let delay = failures > 6 ? Self.longest : min(.seconds(1 << (failures - 1)), Self.longest)
        let asked = failure.retryAfter.map { endedAt + min(max($0, .zero), Self.longestRetryAfter) }
        let end = max(startedAt + delay, asked ?? endedAt)
        last = Last(endsAt: end, failure: failure)
        return end - endedAt
    }

    mutating func recordSuccess() {
        self = BackOff()
    }
}
