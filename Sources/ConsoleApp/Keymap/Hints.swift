import TerminalUI

/// Which keys are worth a place on the last row now: from the keymap, the most useful first.
enum Hints {
    static func now(_ model: Model, glyphs: Glyphs) -> [HintBar.Hint] {
        actions(model).compactMap { action in
            guard let binding = Keymap.binding(of: action, in: model.focus), let key = binding.keys.first else {
                return nil
            }
            return HintBar.Hint(key.name(glyphs), binding.hint)
        }
    }

    private static func actions(_ model: Model) -> [Action] {
        let session: [Action] = model.isSignedIn ? [.refresh, .fetchUserInfo, .burst, .faults, .signOut] : [.faults]
        let start: [Action] = model.isSignedIn ? [.help] : [.help, .signIn]
        let canGoBack = model.card != nil || model.notice != nil || !model.calls.running.isEmpty
        let escape: [Action] = canGoBack ? [.cancel] : []
        let panel = inPanel(model.focus)
        return start + escape + panel.prefix(2) + [.nextPane] + session + [.close] + panel.dropFirst(2)
            + [.command, .zoom, .copy]
    }

    private static func inPanel(_ panel: Panel) -> [Action] {
        switch panel {
        case .session: [.reveal, .resend]
        case .userInfo: [.find, .resend]
        case .request: [.send, .editField, .switchAuthorization]
        case .response: [.open, .nextTab, .find, .resend]
        case .events: [.open, .jumpToCause, .find, .follow, .showDetails]
        }
    }
}
