import ConsoleFaults
import ConsoleKit
import FoundationEssentials

extension Model {
    /// Arms or disarms a fault, or injects it.
    mutating func toggle(_ fault: LabFault) -> [Effect] {
        guard allowsFaults() else { return [] }
        if scene.armedFaults[fault] != nil { return [timed(.clear(fault))] }
        return asksFirst(.fault(fault, fault.ownArming)) ? [] : inject(fault, fault.ownArming)
    }

    /// Asks, once, before faults are injected that can end a session which nothing brings back; answers whether it
    /// asks.
    mutating func asksFirst(_ plan: FaultPlan) -> Bool {
        let faults = plan.faults.filter { scene.context.faults.contains($0) && (scene.isSignedIn || !$0.needsSession) }
        let terms = scene.terms
        guard !shell.mayEndSession, !scene.context.hasOwnProvider,
            let danger = faults.lazy.compactMap({ $0.danger(terms) }).first
        else { return false }
        shell.dialog = Question.endSession(plan, danger: danger, isOwn: scene.stage.hasOwnSession)
        return true
    }

    /// Opens the list of faults on the one that was armed last, or came last.
    mutating func listFaults() {
        shell.dialog = FaultsSheet(selecting: scene.latestFault, in: scene)
    }

    /// Says so where no message comes any more.
    mutating func allowsFaults() -> Bool {
        if scene.isBeyondFaults { shell.notice = .watchIsOver }
        return !scene.isBeyondFaults
    }

    mutating func inject(_ fault: LabFault, _ arming: LabFault.Arming) -> [Effect] {
        if let obstacle = scene.context.obstacle(to: [fault]) {
            shell.notice = Notice(.muted, obstacle.capitalizedFirst)
            return []
        }
        if fault.needsSession, !scene.isSignedIn {
            tellMissingSession(for: "the fault \"\(fault.rawValue)\"")
            return []
        }
        return [timed(.inject(fault, arming))]
    }

    private mutating func tellMissingSession(for what: String) {
        shell.notice = Notice(
            .bad, "No session: \(what) needs one", advice: NextStep.signIn.consoleText(isSignedIn: false))
    }

    /// The effect of a command, after noting when the fault is to be disarmed.
    mutating func timed(_ command: FaultCommand) -> Effect {
        switch command {
        case .inject(let fault, .during(let time)):
            scene.faultEnds[fault] = scene.now.addingTimeInterval(time / .seconds(1))
        case .inject(let fault, _), .clear(let fault):
            if scene.faultEnds[fault] != nil { scene.faultEnds[fault] = nil }
        }
        return .fault(command)
    }

    /// Injects all faults of a preset that can be injected here; none where one of them lacks a session.
    mutating func start(_ preset: Preset) -> [Effect] {
        guard allowsFaults() else { return [] }
        let possible = preset.faults.filter { scene.context.faults.contains($0.fault) }
        let obstacle = scene.context.obstacle(to: preset.faults.map(\.fault))
        if possible.isEmpty, let obstacle {
            shell.notice = Notice(.muted, "Nothing armed: \(obstacle)")
            return []
        }
        if !scene.isSignedIn, possible.contains(where: \.fault.needsSession) {
            tellMissingSession(for: "the preset \"\(preset.rawValue)\"")
            return []
        }
        let names = possible.map(\.fault.rawValue).joined(separator: ", ")
        let what = obstacle.map { "only \(names); \($0)" } ?? preset.rawValue
        shell.notice = Notice(.good, "Armed: \(what)", advice: waitingWords(possible.map(\.fault)))
        return possible.flatMap { inject($0.fault, $0.arming) }
    }

    /// What must happen before the first of the faults strikes that does not strike at once.
    private func waitingWords(_ faults: [LabFault]) -> String? {
        guard let first = faults.first(where: { !$0.strikesAtOnce }) else { return nil }
        guard first == .replayedRefreshToken else { return "\(first.rawValue) waits for \(first.occasion)" }
        if scene.history.hasRotation { return "\(first.rawValue) waits for the next refresh" }
        let key = ShellAction.refresh.letter
        return "\(first.rawValue) waits for \(first.occasion): \(key) is the first, \(key) again the second"
    }

    /// A clock fault moves the time that is shown, so the ends move with it: as long as was said is left.
    mutating func adoptArmed(_ armed: [LabFault: LabFault.Arming]) {
        let shift = LabFault.clockShift(of: armed) - LabFault.clockShift(of: scene.armedFaults)
        if shift != 0 { scene.faultEnds = scene.faultEnds.mapValues { $0 + shift } }
        scene.armedFaults = armed
    }

    /// Disarms the faults whose time is over.
    mutating func disarmWhenOver() -> [Effect] {
        let over = scene.faultEnds.filter { $0.value <= scene.now }.map(\.key)
        let effects = over.map { timed(.clear($0)) }
        return zip(over, effects).filter { scene.armedFaults[$0.0] != nil }.map(\.1)
    }
}
