import TerminalUI

extension Workspace {
    /// Handles a key while a scenario is played; `nil` for a key that the console handles.
    mutating func pressInPlayback(_ key: Key) -> [WorkspaceEffect]? {
        guard let playback, hasPlaybackKeys else { return nil }
        guard let action = PlaybackAction.action(for: key) else {
            // A key that acts on the session would make another story of it.
            return playback.hasEnded || playback.isPaused || isHarmless(key) ? nil : []
        }
        switch action {
        case .leave:
            self.playback = nil
            return []
        case .faster: self.playback?.pace.step(by: 1)
        case .slower: self.playback?.pace.step(by: -1)
        case .pause:
            guard !playback.hasEnded else { return nil }
            self.playback?.isPaused.toggle()
            self.playback?.playsOneStep = false
            return playback.isPaused ? goOnAfterPause() : []
        case .nextStep:
            guard !playback.hasEnded else { return nil }
            self.playback?.isPaused = false
            self.playback?.playsOneStep = true
            if case .resting = playback.phase { return endRest() }
            return playback.isPaused ? goOnAfterPause() : []
        }
        return []
    }

    /// Whether keys are the scenario's: not in help, not where a person signs in, and not where one who has paused types.
    var hasPlaybackKeys: Bool {
        guard let playback, playback.pace.speed != nil else { return false }
        let model = models[focused]
        if model.shell.dialog is HelpPage || playback.awaitsPerson && model.shell.dialog is SignInDialog {
            return false
        }
        return playback.hasKeys || !model.hasField
    }

    private func isHarmless(_ key: Key) -> Bool {
        if let action = ShellAction.action(for: key) {
            let isAlways = action == .quit || ShellAction.always.contains(action)
            let shell = models[focused].shell
            let isLook = action.reaches.isEmpty && action != .command
            let isBackFromNothing = action == .back && shell.card == nil && shell.notice == nil
            return isAlways || shell.dialog == nil && isLook && !isBackFromNothing
        }
        return ScreenID.action(for: key) != nil && models[focused].shell.dialog == nil
    }
}
