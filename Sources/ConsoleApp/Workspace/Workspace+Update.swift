import ConsoleKit
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
        case .terminal(let message): return apply(message)
        case .session(let index, let message):
            let effects = pass(message, to: index)
            if case .happened(.event(let event)) = message { sessions.announce(event, of: index, in: size) }
            return effects + noted(playback?.apply(message, of: index, in: sessions.models[index]) ?? [])
        case .happened(let index, let moments):
            return moments.flatMap { pass(.happened($0.occurrence), to: index) }
        case .requested(let request): return sessions.carryOut(request, in: size)
        case .profileRead(let context, let isSplit): sessions.add(context, isSplit: isSplit)
        case .profileFailed(let profile, let failure):
            sessions.notice(Notice(.bad, "The session of '\(profile)' was not opened: \(failure.reason)"))
        case .openingFailed(let index, let failure):
            let name = models[index].scene.context.profile
            models[index].shell.notice = Notice(
                .bad, "The session of '\(name)' can't be opened: \(failure.reason)",
                advice: models[index].scene.placement.isSplit ? "\(ShellAction.close.letter) closes this half" : nil)
        case .playback(let message): return noted(playback?.apply(message, &sessions) ?? [])
        case .recording(let message): return past.apply(message, &sessions.models)
        }
        return []
    }

    private mutating func pass(_ message: Message, to index: Int) -> [WorkspaceEffect] {
        var kept: [WorkspaceEffect] = []
        if case .happened(let occurrence) = message {
            kept = past.keep(occurrence.complete(in: models[index].scene), of: index, models[index])
        }
        past.keep(message, of: index)
        return kept + noted(sessions.pass(message, to: index).map { .session(index, $0) })
    }

    /// The effects, before each of a session those of its timeline, which keeps some of them.
    private mutating func noted(_ effects: [WorkspaceEffect]) -> [WorkspaceEffect] {
        effects.flatMap { effect -> [WorkspaceEffect] in
            guard case .session(let index, .call(.send(let calls, let request, let authorization))) = effect else {
                return [effect]
            }
            return past.keep(.sent(calls, request, authorization), of: index, models[index]) + [effect]
        }
    }

    private mutating func passToAll(_ message: TerminalMessage) -> [WorkspaceEffect] {
        models.indices.flatMap { pass(.terminal(message), to: $0) }
    }

    // MARK: - The terminal

    private mutating func apply(_ message: TerminalMessage) -> [WorkspaceEffect] {
        switch message {
        case .keyPressed(.mouse(let event)): return apply(event)
        case .keyPressed(let key):
            let index = sessions.focused
            if let effects = past.step(key, of: index, &sessions.models[index]) ?? pressInPlayback(key) {
                // A scenario that goes on is looked at as it is now.
                if playback?.hasKeys == true { past.returnToNow() }
                return effects
            }
            return past.press(key, of: index, &sessions.models[index]) ?? pass(.terminal(message), to: index)
        case .resized(let size):
            sessions.resize(from: self.size, to: size)
            self.size = size
            return []
        case .departureDelayed:
            past.returnToNow()
            return passToAll(message)
        case .ticked, .terminalResumed, .sessionsRead, .cutOff: return passToAll(message)
        }
    }

    /// Handles a key that is the scenario's; `nil` for one that the console handles.
    private mutating func pressInPlayback(_ key: Key) -> [WorkspaceEffect]? {
        guard playback?.takesKeys(over: sessions.current) == true else { return nil }
        if PlaybackAction.action(for: key) == .leave {
            playback = nil
            return []
        }
        return playback?.press(key, &sessions).map { noted($0) }
    }

    /// A click gives the keys to the session under it.
    private mutating func apply(_ event: MouseEvent) -> [WorkspaceEffect] {
        guard let (index, place) = places(in: size).first(where: { $0.place.contains(event.position) }) else {
            return []
        }
        if event.action == .press, sessions.current.shell.dialog == nil { sessions.focused = index }
        let position = Point(x: event.position.x - place.x, y: event.position.y - place.y)
        let key = Key.mouse(MouseEvent(event.action, button: event.button, at: position))
        if past.pasts[index] != nil { return past.press(key, inPastOf: index) }
        return pass(.terminal(.keyPressed(key)), to: index)
    }
}

extension Occurrence {
    /// As it is kept: the keys that armed a fault for a time have told the scene when that is over.
    fileprivate func complete(in scene: Scene) -> Occurrence {
        guard case .faults(let armed, _) = self else { return self }
        return .faults(armed, ends: scene.faultEnds.filter { armed[$0.key] != nil })
    }
}
