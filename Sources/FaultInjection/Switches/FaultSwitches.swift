import Synchronization

/// The faults that are armed, shared by everything that can misbehave.
package final class FaultSwitches: Sendable {
    /// Tells that a fault was injected.
    package struct Injection: Sendable, Hashable {
        package let fault: InjectableFault
        /// What was done, in plain words and without secrets.
        package let description: String
        /// Whether the fault was used up by this.
        package let isDisarmed: Bool
    }

    private enum Reach {
        case once, untilDisarmed
    }

    private let switches = Mutex<[InjectableFault: Reach]>([:])
    private let report: @Sendable (Injection) -> Void

    /// Creates switches that are all off; `report` is called for every injection, on whatever thread it happens.
    package init(report: @escaping @Sendable (Injection) -> Void = { _ in }) {
        self.report = report
    }

    /// What is armed, in the order of a menu.
    package var armed: [InjectableFault] {
        let armed = switches.withLock { $0 }
        return InjectableFault.allCases.filter { armed[$0] != nil }
    }

    /// Arms a fault for its next occasion, or for all of them; a condition stays armed either way.
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

    /// Uses a fault whose occasion has come; `false` where it is not armed.
    ///
    /// Of several callers at once, one gets a fault that is armed once.
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
