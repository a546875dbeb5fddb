package import SessionCore
import Synchronization

/// The armed faults, shared by everything that can inject them.
package final class FaultSwitches: Sendable {
    /// How often an armed fault is going to strike.
    package enum Reach: Sendable, Hashable {
        /// At so many occasions; at least one.
        case times(Int)
        case untilDisarmed
    }

    /// One injection of a fault.
    package struct Injection: Sendable, Hashable {
        /// The fault's stable name.
        package let name: String
        /// What was done, in plain words and without secrets.
        package let description: String
        /// The session's number of the message that it struck.
        package let exchange: Int?
        /// The refresh token that the message carries in the place of the session's, if that is what was done.
        package let refreshToken: Fingerprint?
        /// What is left of the fault; `nil` where this injection disarmed it.
        package let left: Reach?

        package init(
            name: String, description: String, exchange: Int?, refreshToken: Fingerprint? = nil, left: Reach?
        ) {
            (self.name, self.description, self.exchange) = (name, description, exchange)
            (self.refreshToken, self.left) = (refreshToken, left)
        }
    }

    private let switches = Mutex<[InjectableFault: Reach]>([:])
    private let report: @Sendable (Injection) -> Void

    /// Creates switches with no fault armed; `report` is called for every injection, on the thread that injects it.
    package init(report: @escaping @Sendable (Injection) -> Void = { _ in }) {
        self.report = report
    }

    /// The armed faults with what is left of each.
    package var armed: [InjectableFault: Reach] { switches.withLock { $0 } }

    /// Arms a fault, in place of what is left of it; a condition stays armed whatever the reach.
    package func arm(_ fault: InjectableFault, _ reach: Reach = .times(1)) {
        switches.withLock { $0[fault] = fault.isCondition ? .untilDisarmed : reach }
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
    /// Of several simultaneous callers, as many get a fault as it is armed for.
    func use(
        _ fault: InjectableFault, in exchange: Int? = nil, sending refreshToken: Fingerprint? = nil,
        _ description: @autoclosure () -> String
    ) -> Bool {
        let use = switches.withLock { switches -> (isArmed: Bool, left: Reach?) in
            guard let reach = switches[fault] else { return (false, nil) }
            if case .times(let count) = reach { switches[fault] = count > 1 ? .times(count - 1) : nil }
            return (true, switches[fault])
        }
        guard use.isArmed else { return false }
        report(
            Injection(
                name: fault.rawValue, description: description(), exchange: exchange, refreshToken: refreshToken,
                left: use.left))
        return true
    }

    /// Reports a fault that the provider says it injected into the answer of an exchange.
    func report(provider name: String, in exchange: Int?) {
        report(
            Injection(
                name: name, description: "the provider changed its answer", exchange: exchange,
                refreshToken: nil, left: .untilDisarmed))
    }
}
