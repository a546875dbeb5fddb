import SessionCore
import TerminalUI

/// Changes the workspace by a message, and returns the effects to carry out.
package func update(_ workspace: inout Workspace, _ message: WorkspaceMessage) -> [WorkspaceEffect] {
    let effects = workspace.take(message)
    workspace.layOut()
    return effects
}

extension Workspace {
    fileprivate mutating func take(_ message: WorkspaceMessage) -> [WorkspaceEffect] {
        switch message {
        case .terminal(let message): return note(message)
        case .session(let index, let message):
            let effects = pass(message, to: index)
            if case .session(.eventHappened(let event)) = message { announce(event, of: index) }
            return effects + noteInPlayback(message, of: index)
        case .requested(let request): return carryOut(request)
        case .profileRead(let context, let isSplit):
            let open = models.firstIndex { $0.scene.context.isOfSameSession(as: context) }
            if open == nil { models.append(Model(context: context, like: models[focused])) }
            show(open ?? models.count - 1, isSplit: isSplit)
        case .profileFailed(let profile, let failure):
            notice(Notice(.bad, "The session of '\(profile)' was not opened: \(failure.reason)"))
        case .openingFailed(let index, let failure):
            let name = models[index].scene.context.profile
            models[index].shell.notice = Notice(
                .bad, "The session of '\(name)' can't be opened: \(failure.reason)",
                advice: models[index].scene.placement.isSplit ? "\(ShellAction.close.letter) closes this half" : nil)
        case .playback(let message): return note(message)
        case .recording(let message): return note(message)
        }
        return []
    }

    private mutating func pass(_ message: Message, to index: Int) -> [WorkspaceEffect] {
        let noted = Occurrence(message, in: models[index].scene).map { note($0, of: index) } ?? []
        if message.isOutcomeInPast { pasts[index]?.note(message) }
        let effects = update(&models[index], message)
        let isMouseOn = models[index].shell.isMouseOn
        for other in models.indices where models[other].shell.isMouseOn != isMouseOn {
            models[other].shell.isMouseOn = isMouseOn
        }
        return noted + carried(effects, of: index)
    }

    /// The effects of a session, before them those of its timeline, which keeps some of them.
    mutating func carried(_ effects: [Effect], of index: Int) -> [WorkspaceEffect] {
        effects.flatMap { effect in
            (Occurrence(effect).map { note($0, of: index) } ?? []) + [.session(index, effect)]
        }
    }

    private mutating func passToAll(_ message: TerminalMessage) -> [WorkspaceEffect] {
        models.indices.flatMap { pass(.terminal(message), to: $0) }
    }

    mutating func notice(_ notice: Notice) { models[focused].shell.notice = notice }

    // MARK: - The terminal

    private mutating func note(_ message: TerminalMessage) -> [WorkspaceEffect] {
        switch message {
        case .keyPressed(.mouse(let event)): return note(event)
        case .keyPressed(let key):
            if let effects = stepInPast(key) ?? pressInPlayback(key) {
                // A scenario that goes on is looked at as it is now.
                if reading == nil, playback?.hasKeys == true { pasts = [:] }
                return effects
            }
            return pressInPast(key) ?? pass(.terminal(message), to: focused)
        case .resized(let size):
            resize(to: size)
            return []
        case .departureDelayed:
            if reading == nil { pasts = [:] }
            return passToAll(message)
        case .ticked, .terminalResumed: return passToAll(message)
        }
    }

    /// Says so when there is no more room for two sessions, until there is again.
    private mutating func resize(to size: Size) {
        let before = places(in: self.size).count
        self.size = size
        if let narrowness, places(in: size).count == 2 {
            for index in models.indices where models[index].shell.notice == narrowness {
                models[index].shell.notice = nil
            }
            self.narrowness = nil
        }
        guard before == 2, places(in: size).count == 1, let other = shown.first(where: { $0 != focused }) else {
            return
        }
        let said = Notice(
            .warning,
            "Two sessions need \(Self.leastSplitWidth) columns; the terminal has \(size.width): "
                + "'\(models[other].scene.context.profile)' goes on in the background",
            advice: "\(ShellAction.otherSession.letter) shows it")
        narrowness = said
        notice(said)
    }

    /// A click gives the keys to the session under it.
    private mutating func note(_ event: MouseEvent) -> [WorkspaceEffect] {
        guard let (index, place) = places(in: size).first(where: { $0.place.contains(event.position) }) else {
            return []
        }
        if event.action == .press, models[focused].shell.dialog == nil { focused = index }
        let position = Point(x: event.position.x - place.x, y: event.position.y - place.y)
        let key = Key.mouse(MouseEvent(event.action, button: event.button, at: position))
        if pasts[index] != nil { return press(key, inPastOf: index) }
        return pass(.terminal(.keyPressed(key)), to: index)
    }

    // MARK: - Sessions

    private mutating func carryOut(_ request: SessionRequest) -> [WorkspaceEffect] {
        switch request {
        case .show(let profile): return open(profile, isSplit: false)
        case .split where size.width < Self.leastSplitWidth:
            notice(
                Notice(
                    .bad, "Two sessions need \(Self.leastSplitWidth) columns; the terminal has \(size.width)",
                    advice: "':profile NAME' shows another one in place of this one"))
        case .split(let profile): return open(profile ?? nextName, isSplit: true)
        case .next: showNext()
        case .close: close()
        }
        return []
    }

    /// Shows the session of a profile, or asks for it to be opened.
    mutating func open(_ profile: String, isSplit: Bool) -> [WorkspaceEffect] {
        guard let index = models.firstIndex(where: { $0.scene.context.isNamed(profile) }) else {
            return [.open(profile, isSplit: isSplit)]
        }
        if index == focused, !isSplit { notice(Notice(.muted, "This is the session of '\(profile)'")) }
        show(index, isSplit: isSplit)
        return []
    }

    /// The name for one more session on the store of the present one: `work:2`.
    var nextName: String {
        let names = Set(models.map(\.scene.context.profile))
        let base = models[focused].scene.context.profile.prefix { $0 != ":" }
        return (2...).lazy.map { "\(base):\($0)" }.first { !names.contains($0) } ?? String(base)
    }

    private mutating func show(_ index: Int, isSplit: Bool) {
        if !shown.contains(index) {
            if isSplit, shown.count == 1 {
                shown.append(index)
            } else {
                shown = shown.map { $0 == focused ? index : $0 }
            }
        } else if isSplit, shown.count == 1 {
            notice(Notice(.muted, "This session is already shown"))
        }
        focused = index
    }

    private mutating func showNext() {
        if shown.count == 2 {
            focused = shown[0] == focused ? shown[1] : shown[0]
        } else if models.count > 1 {
            show((focused + 1) % models.count, isSplit: false)
        } else {
            notice(Notice(.muted, "No other session is open", advice: "':split' opens one next to this one"))
        }
    }

    private mutating func close() {
        guard shown.count == 2 else { return }
        let closed = models[focused].scene.context.profile
        shown.removeAll { $0 == focused }
        focused = shown[0]
        notice(
            Notice(.muted, "The session '\(closed)' goes on in the background", advice: "':profile \(closed)' shows it")
        )
    }

    /// Says that a session was lost that is not in sight.
    private mutating func announce(_ event: SessionEvent, of index: Int) {
        guard event.kind.traits.end == .forced, !places(in: size).contains(where: { $0.index == index }) else { return }
        let name = models[index].scene.context.profile
        notice(Notice(.warning, "The session '\(name)' was forced out", advice: "':profile \(name)' shows why"))
    }
}
