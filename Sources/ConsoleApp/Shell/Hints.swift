import TerminalUI

extension Model {
    /// Which keys are worth a place on the last row now, the most useful first.
    func hints(_ glyphs: Glyphs) -> [Hint] {
        let isSignedIn = scene.isSignedIn
        let hasStep = shell.card != nil || shell.notice != nil || shell.revealed != nil
        let canGoBack = hasStep || !screens.session.response.calls.running.isEmpty
        let start: [ShellAction] = (isSignedIn ? [.help] : [.help, .signIn]) + (canGoBack ? [.back] : [])
        let session: [ShellAction] = isSignedIn ? [.refresh, .fetchUserInfo, .faults, .signOut] : [.faults]
        let (pane, own) = screens.hints(in: scene, glyphs)
        let named = { (actions: [ShellAction]) in actions.map { $0.hint(glyphs) } }
        var hints = named(start) + pane.prefix(2) + named([.nextPane])
        hints += own + named(session) + named([.close])
        hints += pane.dropFirst(2) + named([.command, .zoom, .copy])
        return hints
    }
}
