import ConsoleFaults
import ConsoleApp
import FaultInjection
import SessionCore

/// The faults of a session's messages, as the console arms them.
extension FaultSwitches {
    /// What is armed, with what is left of it.
    var armings: [LabFault: LabFault.Arming] {
        let armed = armed
        return LabFault.allCases.reduce(into: [:]) { armings, fault in
            armings[fault] = fault.injectable.flatMap { armed[$0] }.map { LabFault.Arming($0) }
        }
    }

    /// Arms or disarms a fault; `false`, and nothing is done, for one that is injected otherwise.
    func perform(_ command: FaultCommand, report: (InjectedFault) -> Void) -> Bool {
        let fault = command.fault
        guard let injectable = fault.injectable else { return false }
        switch command {
        case .inject(_, let arming):
            arm(injectable, Reach(arming))
            let text = "\(fault.rawValue): armed \(arming.words)"
            report(InjectedFault(name: fault.name, step: .armed, text: text))
        case .clear:
            disarm(injectable)
            report(InjectedFault(name: fault.name, step: .disarmed, text: "\(fault.rawValue): disarmed"))
        }
        return true
    }
}

extension LabFault {
    fileprivate var injectable: InjectableFault? { InjectableFault(rawValue: name) }
}

extension LabFault.Arming {
    init(_ reach: FaultSwitches.Reach) {
        switch reach {
        case .times(let count): self = .times(count)
        case .untilDisarmed: self = .untilDisarmed
        }
    }

    var words: String {
        switch self {
        case .atOnce, .times(1): "for its next occasion"
        case .times(let count): "for its next \(count) occasions"
        case .untilDisarmed: "until it is switched off"
        case .during(let time): "for \(time.inWords)"
        }
    }
}

extension FaultSwitches.Reach {
    init(_ arming: LabFault.Arming) {
        switch arming {
        case .atOnce: self = .times(1)
        case .times(let count): self = .times(count)
        // The console disarms what is armed for a time.
        case .untilDisarmed, .during: self = .untilDisarmed
        }
    }
}
