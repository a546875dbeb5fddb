import ConsoleFaults
import ClientObservation
import ClientWatch
import ConsoleApp
import FoundationEssentials
import SessionCore

/// The faults of a watch, which strike the messages of the programs that are watched; what happens to them is news.
struct WatchFaults: Sendable {
    let switches: ClientFaultSwitches
    /// Those that the command line asks for.
    let planned: [PlannedFault]
    private let deliver: @Sendable (WatchNews) -> Void

    init(
        _ planned: [PlannedFault] = [], apis: Set<Origin> = [], deliver: @escaping @Sendable (WatchNews) -> Void
    ) {
        (self.planned, self.deliver) = (planned, deliver)
        switches = ClientFaultSwitches(apis: apis) { deliver(.injected($0.fault, at: Date())) }
        for fault in planned { switches.arm(fault) }
    }

    func report(_ fault: InjectedFault) { deliver(.injected(fault, at: Date())) }

    /// Arms or disarms a fault of the console.
    func perform(_ command: FaultCommand) {
        let name = command.fault.name
        guard let fault = ClientFault.named(name) else { return }
        switch command {
        case .inject(_, let arming):
            switches.arm(fault, ClientFaultSwitches.Reach(arming))
            report(InjectedFault(name: name, step: .armed, text: "\(command.fault.rawValue): armed \(arming.words)"))
        case .clear:
            switches.disarm(fault)
            report(InjectedFault(name: name, step: .disarmed, text: "\(command.fault.rawValue): disarmed"))
        }
    }

    /// What is armed, as the console shows it.
    var armings: [LabFault: LabFault.Arming] {
        switches.armed.reduce(into: [:]) { armings, armed in
            if let fault = LabFault(name: armed.fault.name) { armings[fault] = LabFault.Arming(armed.left) }
        }
    }
}

extension PlannedFault {
    /// What must be written, for an error.
    static let syntax = "NAME[@N] with one of the names " + ClientFault.all.map(\.name).joined(separator: ", ")

    /// `api-401`, `api-401@3`; `nil` for a name that no fault has, and for no number from 1.
    init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fault = ClientFault.named(String(parts[0])),
            let number = parts.count == 1 ? 1 : Int(parts[1]), number >= 1
        else { return nil }
        self.init(fault, at: number)
    }

    /// `api-401@1`.
    var name: String { "\(fault.name)@\(number)" }
}
