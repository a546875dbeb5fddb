import ConsoleKit

extension Model {
    /// Sends the request of the screen that is shown, or the main screen's where that one has none.
    mutating func sendRequest(count: Int = 1) -> [Effect] {
        if screens.shown == .requests { return carryOut([.requests(.call(count: count))]) }
        let draft = screens.session.request.draft
        let effects = carryOut([.call(draft, count: count)])
        guard screens.shown != .session, !effects.isEmpty else { return effects }
        let calls = count == 1 ? "" : "\(count) × "
        let place = "\(ScreenID.session.letter) shows the answer\(count == 1 ? "" : "s")"
        shell.notice = Notice(.plain, "Called \(calls)\(draft.method) \(draft.target)", advice: place)
        return effects
    }

    /// Asks how many calls a burst sends, unless there is nothing to send.
    mutating func askForBurst() -> [Effect] {
        if let obstacle = sendObstacle {
            shell.notice = Notice(.muted, obstacle.capitalizedFirst)
        } else {
            shell.dialog = BurstPrompt()
        }
        return []
    }

    /// Why no request can be sent from the screen that is shown.
    var sendObstacle: String? { screens.shown == .requests ? screens.requests.list.sendObstacle : nil }

    /// The actions of calls worth a place on the last row.
    var callHints: [ShellAction] {
        switch screens.shown {
        case .session: (screens.session.focus == .request ? [] : [.send]) + (scene.isSignedIn ? [.burst] : [])
        case .requests: screens.requests.focus == .response ? [.send] : []
        case .lab: scene.context.allows(ShellAction.send.reaches) ? [.send] : []
        case .client, .flow, .tokens: []
        }
    }
}
