package import FoundationEssentials
import SessionCore

/// When a row of the sequence diagram happened.
package struct FlowTime: Sendable, Hashable {
    /// By the wall clock.
    package let date: Date
    /// By a clock that never jumps; `nil` where that is not known.
    package let uptime: Duration?

    package init(_ date: Date, uptime: Duration? = nil) { (self.date, self.uptime) = (date, uptime) }

    init(of event: SessionEvent) { self.init(event.time, uptime: event.uptime) }

    /// The time that long before.
    func before(_ duration: Duration) -> FlowTime {
        FlowTime(date.addingTimeInterval(-(duration / .seconds(1))), uptime: uptime.map { $0 - duration })
    }

    /// Whether it is earlier, whatever the wall clock was set to between them.
    func isBefore(_ other: FlowTime) -> Bool {
        if let uptime, let later = other.uptime { uptime < later } else { date < other.date }
    }

    /// How long it is since an earlier time, whatever the wall clock was set to between them.
    func since(_ earlier: FlowTime) -> Duration {
        // The machine may have been started anew.
        guard let uptime, let before = earlier.uptime, uptime >= before else {
            return .seconds(date.timeIntervalSince(earlier.date))
        }
        return uptime - before
    }
}
