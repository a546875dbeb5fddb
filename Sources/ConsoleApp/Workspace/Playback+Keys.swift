import ConsoleKit
import TerminalUI

extension Playback {
    /// Handles a key that is the scenario's, but for the one that leaves it; `nil` for a key that the console handles.
    mutating func press(_ key: Key, _ sessions: inout OpenSessions) -> [WorkspaceEffect]? {
        guard let action = PlaybackAction.action(for: key) else {
            // A key that acts on the session would make another story of it.
            return hasEnded || isPaused || Self.isHarmless(key, to: sessions.current) ? nil : []
        }
        switch action {
        case .leave: break
        case .faster: pace.step(by: 1)
        case .slower: pace.step(by: -1)
        case .pause:
            guard !hasEnded else { return nil }
            isPaused.toggle()
            playsOneStep = false
            return isPaused ? [] : goOnAfterPause(&sessions)
        case .nextStep:
            guard !hasEnded else { return nil }
            let wasPaused = isPaused
            (isPaused, playsOneStep) = (false, true)
            if case .resting = phase { return endRest(&sessions) }
            return wasPaused ? goOnAfterPause(&sessions) : []
        }
        return []
    }

    /// Whether keys are the scenario's: not in help, not where a person signs in, and not where one who has paused
    /// types.
    func takesKeys(over model: Model) -> Bool {
        guard pace.speed != nil else { return false }
        if model.shell.dialog is HelpPage || awaitsPerson && model.shell.dialog is SignInDialog { return false }
        return hasKeys || !model.hasField
    }

    private static func isHarmless(_ key: Key, to model: Model) -> Bool {
        if let action = ShellAction.action(for: key) {
            let isAlways = action == .quit || ShellAction.always.contains(action)
            let shell = model.shell
            let isLook = action.reaches.isEmpty && action != .command
            let isBackFromNothing = action == .back && shell.card == nil && shell.notice == nil
            return isAlways || shell.dialog == nil && isLook && !isBackFromNothing
        }
        return ScreenID.action(for: key) != nil && model.shell.dialog == nil
    }
}
