/// The armed faults, in the order they were armed.
struct Faults: Sendable {
    struct Armed: Sendable {
        let fault: DemoProvider.Fault
        let timing: DemoProvider.FaultTiming
        /// By which the witness knows it.
        var mark: Int?
    }

    private struct Entry: Sendable {
        let target: DemoProvider.FaultTarget
        let armed: Armed
        var times: Int
        /// How long it strikes once it has begun, however often.
        let duration: Duration?
        var end: ContinuousClock.Instant?
    }

    private var entries: [Entry] = []

    /// With a duration it strikes so long from its first time on, and `times` is not counted.
    mutating func arm(
        _ armed: Armed, at target: DemoProvider.FaultTarget, times: Int, lasting duration: Duration? = nil
    ) {
        entries.append(Entry(target: target, armed: armed, times: times, duration: duration))
    }

    /// Uses up and returns the fault for a request with any of these targets.
    mutating func next(for targets: Set<DemoProvider.FaultTarget>) -> Armed? {
        let now = ContinuousClock.now
        entries.removeAll { $0.end.map { $0 <= now } ?? false }
        guard let index = entries.firstIndex(where: { targets.contains($0.target) }) else { return nil }
        if let duration = entries[index].duration {
            if entries[index].end == nil { entries[index].end = now + duration }
            return entries[index].armed
        }
        entries[index].times -= 1
        let armed = entries[index].armed
        if entries[index].times == 0 { entries.remove(at: index) }
        return armed
    }

    mutating func disarmAll() {
        entries = []
    }
}
