/// The armed faults, in the order they were armed.
struct Faults: Sendable {
    struct Armed: Sendable {
        let fault: DemoProvider.Fault
        let timing: DemoProvider.FaultTiming
    }

    private struct Entry: Sendable {
        let target: DemoProvider.FaultTarget
        let armed: Armed
        var times: Int
    }

    private var entries: [Entry] = []

    mutating func arm(_ armed: Armed, at target: DemoProvider.FaultTarget, times: Int) {
        entries.append(Entry(target: target, armed: armed, times: times))
    }

    /// Uses up and returns the fault for a request with any of these targets.
    mutating func next(for targets: Set<DemoProvider.FaultTarget>) -> Armed? {
        guard let index = entries.firstIndex(where: { targets.contains($0.target) }) else { return nil }
        entries[index].times -= 1
        let armed = entries[index].armed
        if entries[index].times == 0 { entries.remove(at: index) }
        return armed
    }

    mutating func disarmAll() {
        entries = []
    }
}
