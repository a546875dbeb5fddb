import FoundationEssentials

extension Model {
    /// Arms or disarms a fault, or injects it; the lab selects it, so that its expectation is beside its state.
    mutating func toggle(_ fault: Fault) -> [Effect] {
        screens.lab.faults.select(fault)
        return scene.armedFaults[fault] != nil ? [timed(.clear(fault))] : inject(fault, fault.ownArming)
    }

    mutating func inject(_ fault: Fault, _ arming: Fault.Arming) -> [Effect] {
        if let obstacle = scene.context.obstacle(to: [fault]) {
            shell.notice = Notice(.muted, obstacle.capitalizedFirst)
            return []
        }
        if fault.needsSession, !scene.isSignedIn {
            shell.notice = Notice(
                .bad, "Not signed in: the fault \"\(fault.rawValue)\" needs a session",
                advice: NextStep.signIn.consoleText(isSignedIn: false))
            return []
        }
        return [timed(.inject(fault, arming))]
    }

    /// The effect of a command, after noting when the fault is to be disarmed.
    mutating func timed(_ command: FaultCommand) -> Effect {
        switch command {
        case .inject(let fault, .during(let time)):
            scene.faultEnds[fault] = scene.now.addingTimeInterval(time / .seconds(1))
        case .inject(let fault, .times), .inject(let fault, .untilDisarmed), .clear(let fault):
            if scene.faultEnds[fault] != nil { scene.faultEnds[fault] = nil }
        }
        return .fault(command)
    }

    /// Injects all faults of a preset that can be injected here.
    mutating func start(_ preset: Preset) -> [Effect] {
        let possible = preset.faults.filter { scene.context.faults.contains($0.fault) }
        let effects = possible.flatMap { inject($0.fault, $0.arming) }
        let obstacle = scene.context.obstacle(to: preset.faults.map(\.fault))
        if possible.isEmpty, let obstacle {
            shell.notice = Notice(.muted, "Nothing armed: \(obstacle)")
        } else if effects.count == possible.count {
            let names = possible.map(\.fault.rawValue).joined(separator: ", ")
            let what = obstacle.map { "only \(names); \($0)" } ?? preset.rawValue
            shell.notice = Notice(.good, "Armed: \(what)", advice: waitingWords(possible.map(\.fault)))
        }
        return effects
    }

    /// What must happen before a spent refresh token can be replayed; `nil` where there is one, or none is to be replayed.
    private func waitingWords(_ faults: [Fault]) -> String? {
        guard faults.contains(.replayedRefreshToken), !scene.history.hasRotation else { return nil }
        let key = ShellAction.refresh.letter
        return "\(Fault.replayedRefreshToken.rawValue) waits for \(Fault.replayedRefreshToken.occasion): "
            + "\(key) is the first, \(key) again the second"
    }

    /// A clock fault moves the time that is shown, so the ends move with it: as long as was said is left.
    mutating func noteArmed(_ armed: [Fault: Fault.Arming]) {
        let shift = Fault.clockShift(of: armed) - Fault.clockShift(of: scene.armedFaults)
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
