import FoundationEssentials

extension Model {
    /// Arms or disarms a fault, or injects it.
    mutating func toggle(_ fault: Fault) -> [Effect] {
        scene.armedFaults[fault] != nil ? [.fault(.clear(fault))] : inject(fault, fault.ownArming)
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
        return [.fault(.inject(fault, arming))]
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
        if let duration = preset.duration {
            let end = scene.now.addingTimeInterval(duration / .seconds(1))
            for (fault, _) in possible { shell.timedFaults[fault] = end }
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

    /// Disarms the faults of a preset whose time is over.
    mutating func disarmWhenOver() -> [Effect] {
        let over = shell.timedFaults.filter { $0.value <= scene.now }.map(\.key)
        for fault in over { shell.timedFaults[fault] = nil }
        return over.filter { scene.armedFaults[$0] != nil }.map { .fault(.clear($0)) }
    }
}
