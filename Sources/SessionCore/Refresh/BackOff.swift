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
    private var endsAt: Duration?

    /// What is left of it; `nil` where the token endpoint may be asked.
    func remaining(at uptime: Duration) -> Duration? {
        endsAt.flatMap { $0 > uptime ? $0 - uptime : nil }
    }

    /// The wait after one failure where the provider asked for this.
    static func pause(retryAfter: Duration?) -> Duration {
        max(shortest, min(retryAfter ?? .zero, longestRetryAfter))
    }

    /// Notes a failed refresh and returns how long the next has to wait.
    ///
    /// The provider's wish counts from the answer, the back-off itself from the start of the attempt: who has waited
    /// through a time-out has waited already.
    mutating func noteFailure(startedAt: Duration, endedAt: Duration, retryAfter: Duration?) -> Duration {
        failures += 1
        let delay = failures > 6 ? Self.longest : min(.seconds(1 << (failures - 1)), Self.longest)
        let asked = retryAfter.map { endedAt + min(max($0, .zero), Self.longestRetryAfter) }
        let end = max(startedAt + delay, asked ?? endedAt)
        endsAt = end
        return end - endedAt
    }

    mutating func noteSuccess() {
        self = BackOff()
    }
}
