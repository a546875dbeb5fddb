import ClientWatch
import FaultInjection
import FoundationEssentials
import SessionCore

/// The faults of a watch, which strike the messages of the programs that are watched; what happens to them is news.
struct WatchFaults: Sendable {
    let switches: FaultSwitches
    private let deliver: @Sendable (WatchNews) -> Void

    init(deliver: @escaping @Sendable (WatchNews) -> Void) {
        self.deliver = deliver
        switches = FaultSwitches { deliver(.injected($0.fault, at: Date())) }
    }

    func report(_ fault: InjectedFault) { deliver(.injected(fault, at: Date())) }
}
