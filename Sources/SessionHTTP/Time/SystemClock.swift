public import FoundationEssentials
import HostSystem

/// The machine's own clocks; ``uptime`` is `CLOCK_BOOTTIME`, which counts time spent in suspend.
public struct SystemClock: SessionClock {
    /// Creates the clock; there is nothing to set up.
    public init() {}

    /// The wall clock's time.
    public var now: Date { Date() }

    /// The time since some fixed moment, which goes on while the machine sleeps.
    public var uptime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Sleeps in slices, so that waking from suspend ends a wait that is over at most five seconds late.
    public func sleep(for duration: Duration) async throws {
        let end = uptime + duration
        while true {
            let left = end - uptime
            guard left > .zero else { return }
            try await Task.sleep(for: min(left, .seconds(5)))
        }
    }
}
