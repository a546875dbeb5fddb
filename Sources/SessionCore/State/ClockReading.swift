package import FoundationEssentials

/// A moment by both clocks, so that a wall clock that is set later does not change how long ago it was.
package struct ClockReading: Sendable, Hashable {
    package let time: Date
    package let uptime: Duration

    package init(_ time: Date, _ uptime: Duration) { (self.time, self.uptime) = (time, uptime) }

    init(_ clock: some SessionClock) { self.init(clock.now, clock.uptime) }

    /// How far the wall clock was set ahead between this moment and a later one; a negative time says back.
    func jump(until later: ClockReading) -> Duration {
        let jump = later.time.timeIntervalSince(time) - (later.uptime - uptime).seconds
        // The two clocks are not read at once, and may drift apart a little.
        return abs(jump) < 1 ? .zero : .seconds(jump)
    }

    /// This moment by the wall clock as it is set later.
    func time(by later: ClockReading) -> Date { time.addingTimeInterval(jump(until: later).seconds) }
}
