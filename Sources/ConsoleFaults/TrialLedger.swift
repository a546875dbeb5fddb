package import SessionCore

/// The faults that struck, and the verdict on each, oldest first; bounded, the oldest leave.
package struct TrialLedger: Sendable {
    static let capacity = 50

    package private(set) var trials: [Trial] = []
    private var circumstances = Circumstances()
    /// The places of the trials that events still count for.
    private var open: [Int] = []
    /// The faults that struck and whose effects last, oldest first, with the sequence numbers of the events.
    private var lasting: [(fault: LabFault, since: Int)] = []

    package init() {}

    /// Whether an event can change anything: where no trial is open, most of a busy session's can't.
    package func concerns(_ event: SessionEvent) -> Bool {
        guard open.isEmpty else { return true }
        switch event.kind {
        case .requestStarted, .requestFinished, .exchange, .unauthorized, .verified: return false
        default: return true
        }
    }

    /// Observes an event of a session that is on these terms; answers whether anything that is shown has changed.
    @discardableResult
    package mutating func observe(_ event: SessionEvent, on terms: Terms = Terms()) -> Bool {
        circumstances.terms = terms
        var hasChanged = false
        if case .injected(let injected) = event.kind, let fault = LabFault(name: injected.name) {
            observe(injected, fault, event)
            hasChanged = true
        } else {
            forgetEffects(endedBy: event.kind)
            if case .injected(let injected) = event.kind, injected.step == .struck {
                for index in open { trials[index].meet(injected.text) }
            }
            for index in open {
                let before = trials[index].verdict
                trials[index].observe(event)
                if trials[index].verdict != before { hasChanged = true }
            }
        }
        open.removeAll { trials[$0].isOver }
        circumstances.observe(event)
        return hasChanged
    }

    private mutating func observe(_ injected: InjectedFault, _ fault: LabFault, _ event: SessionEvent) {
        let running = open.first { trials[$0].fault == fault && !trials[$0].isSettled }
        let struck = injected.step == .struck || injected.step == .armed && fault.strikesAtOnce
        for index in open where index != running { trials[index].meet(fault, struck: struck) }
        switch injected.step {
        case .disarmed:
            if let running { trials[running].disarm() }
            lasting.removeAll { $0.fault == fault && fault.aftereffect == .untilDisarmed }
        // A wrong clock strikes as soon as it is armed: no single occasion is its own.
        case .armed where !fault.strikesAtOnce: break
        case .armed, .struck:
            let earlier = lasting.last { $0.fault != fault }?.fault
            if fault.aftereffect != .passing {
                lasting.removeAll { $0.fault == fault }
                lasting.append((fault, event.sequence))
            }
            if let running { return trials[running].strikeAgain() }
            if trials.count == Self.capacity {
                trials.removeFirst()
                open = open.map { $0 - 1 }.filter { $0 >= 0 }
            }
            open.append(trials.count)
            trials.append(
                Trial(fault, struckBy: event, exchange: injected.exchange, before: circumstances, after: earlier))
        }
    }

    private mutating func forgetEffects(endedBy kind: SessionEvent.Kind) {
        if case .signedIn = kind { lasting.removeAll { $0.fault.aftereffect != .untilDisarmed } }
        guard case .refreshed = kind else { return }
        // The refresh that the fault struck ends nothing: its tokens may be in use now.
        let start = circumstances.refresh ?? 0
        lasting.removeAll { $0.fault.aftereffect == .untilRefresh && $0.since < start }
    }

    /// The latest trial of a fault.
    package func latest(of fault: LabFault) -> Trial? { trials.last { $0.fault == fault } }
}
