/// When to look for overdue transfers; used on the transfer thread only.
///
/// libcurl's own time-outs cost every transfer two timers, and don't cover transfers that wait for a free connection.
final class Deadlines {
    // One thread alone uses it: the checks for accesses that overlap, here and in SocketTable, take 800 instructions of
    // a request.

    /// When the thread last woke: what it does until it sleeps again takes no time by this clock, which spares reading
    /// the system's for each line that arrives.
    @exclusivity(unchecked) private(set) var now = ContinuousClock.now
    /// No transfer is overdue before this time.
    @exclusivity(unchecked) private var earliest: ContinuousClock.Instant?

    func add(_ deadline: ContinuousClock.Instant) {
        if earliest.map({ deadline < $0 }) ?? true { earliest = deadline }
    }

    /// Whether it is time to look.
    ///
    /// The caller then notes again the deadlines that have not passed.
    func comeDue() -> Bool {
        guard let earliest, earliest <= now else { return false }
        self.earliest = nil
        return true
    }

    /// The time until the next look; `nil` where none is due.
    var timeLeft: Duration? { earliest.map { now.duration(to: $0) } }

    func readClock() { now = .now }
}
