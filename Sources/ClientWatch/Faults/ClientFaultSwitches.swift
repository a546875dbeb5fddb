package import ClientObservation
package import FaultInjection
package import SessionHTTP
import Synchronization

/// The faults that wait for messages of a watch, each for the messages that it can strike.
package final class ClientFaultSwitches: Sendable {
    package typealias Reach = FaultSwitches.Reach
    package typealias Injection = FaultSwitches.Injection

    /// What is planned for a fault.
    private struct Plan {
        /// How many messages have come that it could strike.
        var count = 0
        /// At which of them, or the first possible one after it, it is going to strike, in order.
        var due: [Int] = []
        var isLasting = false

        var left: Reach? { isLasting ? .untilDisarmed : due.isEmpty ? nil : .times(due.count) }
    }

    /// The origins whose requests with a token are calls; empty where each is.
    private let apis: Set<Origin>
    private let plans = Mutex<[String: Plan]>([:])
    private let report: @Sendable (Injection) -> Void
    let keys = RunKeys()

    /// `report` is called at each strike, on the thread of the message.
    package init(apis: Set<Origin> = [], report: @escaping @Sendable (Injection) -> Void = { _ in }) {
        (self.apis, self.report) = (apis, report)
    }

    /// Plans a strike.
    package func arm(_ planned: PlannedFault) {
        change(planned.fault) { $0.due = ($0.due + [planned.number]).sorted() }
    }

    /// Arms a fault for the messages that come from now on, in the place of what is left of it.
    package func arm(_ fault: ClientFault, _ reach: Reach = .times(1)) {
        change(fault) { plan in
            plan.isLasting = reach == .untilDisarmed
            plan.due = if case .times(let count) = reach { (1...max(1, count)).map { plan.count + $0 } } else { [] }
        }
    }

    package func disarm(_ fault: ClientFault) { change(fault) { ($0.due, $0.isLasting) = ([], false) } }

    private func change(_ fault: ClientFault, _ change: (inout Plan) -> Void) {
        if fault.effect.needsKey { keys.begin() }
        plans.withLock { change(&$0[fault.name, default: Plan()]) }
    }

    /// What is armed, in the order of the table, with what is left of it.
    package var armed: [(fault: ClientFault, left: Reach)] {
        let plans = plans.withLock { $0 }
        return ClientFault.all.compactMap { fault in plans[fault.name]?.left.map { (fault, $0) } }
    }

    /// The fault that strikes a message, of those that can: each of them counts it.
    ///
    /// A message has one fault at most; another one waits for the next that it can strike.
    func take(where canStrike: (ClientFault) -> Bool) -> ClientFault? {
        plans.withLock { plans in
            var struck: ClientFault?
            for fault in ClientFault.all where plans[fault.name] != nil && canStrike(fault) {
                plans[fault.name]?.count += 1
                guard struck == nil, let plan = plans[fault.name] else { continue }
                let isDue = plan.due.first.map { $0 <= plan.count } ?? false
                guard plan.isLasting || isDue else { continue }
                if isDue { plans[fault.name]?.due.removeFirst() }
                struck = fault
            }
            return struck
        }
    }

    /// Whether a message has to be looked at: one may strike it, or it may have the provider's keys.
    var isWanted: Bool { keys.isInUse || plans.withLock { $0.values.contains { $0.left != nil } } }

    /// Whether any is armed that can strike.
    func isArmed(where canStrike: (ClientFault) -> Bool) -> Bool { armed.contains { canStrike($0.fault) } }

    /// What a request is for faults, of an API or not.
    func targets(of request: ObservedRequest) -> Set<ClientFault.Target> {
        var targets = request.faultTargets
        if !apis.isEmpty, Origin(request.url).map(apis.contains) != true { targets.remove(.call) }
        return targets
    }

    func report(_ fault: ClientFault, in message: Int) {
        let left = plans.withLock { $0[fault.name]?.left }
        report(Injection(name: fault.name, description: fault.summary, exchange: message, left: left))
    }
}
