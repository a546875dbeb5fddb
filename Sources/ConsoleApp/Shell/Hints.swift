import ConsoleKit
import TerminalUI

extension Model {
    /// Which keys are worth a place on the last row now, the most useful first.
    func hints(_ glyphs: Glyphs) -> [Hint] {
        let isSignedIn = scene.isSignedIn
        let hasStep = shell.card != nil || shell.notice != nil || shell.revealed != nil
        let canGoBack = hasStep || !screens.runningCalls.isEmpty
        let canSignIn = !isSignedIn && scene.context.allows(ShellAction.signIn.reaches)
        let start: [ShellAction] = [.help] + (canSignIn ? [.signIn] : []) + (canGoBack ? [.back] : [])
        // What is open goes first.
        let back = hasStep ? nil : "cancel"
        let session: [ShellAction] =
            isSignedIn
            ? [.refresh, .fetchUserInfo, .faults, .signOut]
            : scene.context.allows(.faults) && !scene.isBeyondFaults ? [.faults] : []
        // Keys do nothing else in the half that doesn't have them.
        guard scene.placement.hasKeys else { return [Hint(ShellAction.otherSession.key(glyphs), "keys go here")] }
        if scene.placement.isOnlyLookedAt {
            // Of another program's session everything can be looked at.
            let looks = scene.stage.looksOnly ? screens.current.hints(in: scene, glyphs).pane : []
            return [ShellAction.help.hint(glyphs)] + looks + [ShellAction.nextPane, .zoom].map { $0.hint(glyphs) }
                + (shell.card == nil ? [] : [ShellAction.back.hint(glyphs)])
        }
        let named = { (actions: [ShellAction]) in actions.map { $0.hint(glyphs, $0 == .back ? back : nil) } }
        if isCovered {
            return named(start + (isWhollyCovered ? [] : [.nextPane]) + session + [.close, .command])
        }
        let (pane, own) = screens.current.hints(in: scene, glyphs)
        var hints = named(start) + pane.prefix(2) + named([.nextPane])
        if scene.placement.hasOthers { hints.append(ShellAction.otherSession.hint(glyphs)) }
        hints +=
            own + named(callHints) + named(session) + [
                ShellAction.close.hint(glyphs, scene.placement.isSplit ? "close this half" : nil)
            ]
        hints += pane.dropFirst(2) + named([.command, .zoom, .copy])
        return hints
    }
}
