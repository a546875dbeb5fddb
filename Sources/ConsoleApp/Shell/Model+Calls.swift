import ConsoleKit

extension Model {
    /// Sends the request of the screen that is shown, or the main screen's where that one has none.
    mutating func sendRequest(count: Int = 1) -> [Effect] {
        if screens.shown == .requests { return carryOut([.requests(.call(count: count))]) }
        let draft = screens.session.request.draft
        let chosen = screens.session.request.chosen?.preview?.id.name
        let effects = carryOut([chosen == nil ? .call(draft, count: count) : .requests(.call(count: count))])
        guard screens.shown != .session, screens.shown != .requests,
            effects.contains(where: { if case .call(.send) = $0 { true } else { false } })
        else { return effects }
        let calls = count == 1 ? "" : "\(count) × "
        let place = "\(ScreenID.session.letter) shows the answer\(count == 1 ? "" : "s")"
        shell.notice = Notice(.plain, "Called \(calls)\(chosen ?? draft.name)", advice: place)
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
    var sendObstacle: String? { screens.sendsChosen ? screens.requests.list.sendObstacle : nil }

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
