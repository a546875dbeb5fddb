import ConsoleKit
import TerminalUI

extension Model {
    /// Which keys are worth a place on the last row now, the most useful first: those of the pane, of the session, and
    /// those that work everywhere.
    func hints(_ glyphs: Glyphs) -> [[Hint]] {
        let isSignedIn = scene.isSignedIn
        let hasStep = shell.card != nil || shell.notice != nil || shell.revealed != nil
        let canGoBack = hasStep || !screens.runningCalls.isEmpty
        // Keys do nothing else in the half that doesn't have them.
        guard scene.placement.hasKeys else { return [[Hint(ShellAction.otherSession.key(glyphs), "keys go here")]] }
        if scene.placement.isOnlyLookedAt {
            // Of another program's session everything can be looked at.
            let looks = scene.stage.looksOnly ? screens.current.hints(in: scene, glyphs).pane : []
            let back: [ShellAction] = shell.card == nil ? [] : [.back]
            return [looks, ([.help, .nextPane, .zoom] + back).map { $0.hint(glyphs) }]
        }
        let named = { (actions: [ShellAction]) in
            actions.map { $0.hint(glyphs, $0 == .back && !hasStep ? "cancel" : nil) }
        }
        let canSignIn = !isSignedIn && scene.context.allows(ShellAction.signIn.reaches)
        let signIn = named(canSignIn ? [.signIn] : [])
        let session: [ShellAction] =
            isSignedIn
            ? screens.shown == .lab
                ? [.faults, .refresh, .fetchUserInfo, .signOut] : [.refresh, .fetchUserInfo, .faults, .signOut]
            : scene.context.allows(.faults) && !scene.isBeyondFaults ? [.faults] : []
        // What is open goes first.
        let start: [ShellAction] = (canGoBack ? [.back] : []) + [.help]
        let close = ShellAction.close.hint(glyphs, scene.placement.isSplit ? "close this half" : nil)
        if isCovered {
            return [
                signIn + named(session),
                named(start + (isWhollyCovered ? [] : [.nextPane]) + [.command]) + [close],
            ]
        }
        let (pane, own) = screens.current.hints(in: scene, glyphs)
        let others: [ShellAction] = scene.placement.hasOthers ? [.otherSession] : []
        return [
            signIn + pane.prefix(2) + own + pane.dropFirst(2),
            named(callHints + session + others + [.zoom, .copy]), named(start + [.nextPane, .command]) + [close],
        ]
    }
}
