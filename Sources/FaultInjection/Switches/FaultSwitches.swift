import Synchronization

/// The armed faults, shared by everything that can inject them.
package final class FaultSwitches: Sendable {
    /// One injection of a fault.
    package struct Injection: Sendable, Hashable {
        package let fault: InjectableFault
        /// What was done, in plain words and without secrets.
        package let description: String
        /// Whether this injection disarmed the fault.
        package let isDisarmed: Bool
    }

    private enum Reach {
        case once, untilDisarmed
    }

    private let switches = Mutex<[InjectableFault: Reach]>([:])
    private let report: @Sendable (Injection) -> Void

    /// Creates switches with no fault armed; `report` is called for every injection, on the thread that injects it.
    package init(report: @escaping @Sendable (Injection) -> Void = { _ in }) {
        self.report = report
    }

    /// The armed faults, in the order of the menu.
    package var armed: [InjectableFault] {
        let armed = switches.withLock { $0 }
        return InjectableFault.allCases.filter { armed[$0] != nil }
    }

    /// Arms a fault for its next occasion or, if sticky, for all of them; a condition stays armed either way.
    package func arm(_ fault: InjectableFault, sticky: Bool = false) {
        switches.withLock { $0[fault] = sticky || fault.isCondition ? .untilDisarmed : .once }
    }

    package func disarm(_ fault: InjectableFault) {
        switches.withLock { $0[fault] = nil }
    }

    package func disarmAll() {
        switches.withLock { $0 = [:] }
    }

    func isArmed(_ fault: InjectableFault) -> Bool {
        switches.withLock { $0[fault] != nil }
    }

    /// Injects a fault at its occasion; `false` if it is not armed.
    ///
    /// Of several simultaneous callers, only one gets a fault that is armed for one occasion.
    func use(_ fault: InjectableFault, _ description: @autoclosure () -> String) -> Bool {
        let reach = switches.withLock { switches in
            let reach = switches[fault]
            if reach == .once { switches[fault] = nil }
            return reach
        }
        guard let reach else { return false }
        report(Injection(fault: fault, description: description(), isDisarmed: reach == .once))
        return true
    }
}
