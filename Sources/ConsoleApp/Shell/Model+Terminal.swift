import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

extension Model {
    mutating func apply(_ message: TerminalMessage) -> [Effect] {
        switch message {
        case .keyPressed(.mouse(let event)):
            // Only keys decide how the console is left.
            return shell.departure == nil && ScreenForm(size) != .tooSmall ? apply(event) : []
        case .keyPressed(let key): return press(key)
        case .resized(let size): self.size = size
        case .terminalResumed:
            if shell.departure == .stop { endDelay() }
            return [.terminal(.redraw)]
        case .departureDelayed(let departure, let work, let limit): delay(departure, work, limit)
        case .sessionsRead(let glances): adopt(glances)
        case .cutOff(let result): tellOfCutOff(result)
        case .ticked(let now, let secondsFromUTC):
            scene.time.now = now
            scene.time.secondsFromUTC = secondsFromUTC
            if let revealed = shell.revealed, now >= revealed.until { shell.revealed = nil }
            return renewIfDue() + disarmWhenOver() + lookAtProviderIfDue() + readSessionsIfDue()
        }
        return []
    }

    /// Passes a key to the dialog or pane that takes keys now, or else carries out the action bound to it.
    mutating func press(_ key: Key) -> [Effect] {
        if let departure = shell.departure { return press(key, before: departure) }
        if isTypedIntoProgram { return carryOut(screens.current.type(key, in: scene)) }
        let action = ShellAction.action(for: key)
        if let action, ShellAction.always.contains(action) { return perform(action) }
        // What a key would do can't be seen.
        if ScreenForm(size) == .tooSmall { return ShellAction.endings.contains(action) ? perform(.quit) : [] }
        if key == .control("c") { return perform(.quit) }
        if let notice = shell.notice, notice.tone != .bad { shell.notice = nil }
        if var dialog = shell.dialog {
            if action == .quit, !dialog.hasField { return perform(.quit) }
            let outputs = dialog.press(key, in: scene)
            shell.dialog = dialog
            return outputs.flatMap { carryOut($0) }
        }
        if screens.current.prompt != nil { return carryOut(screens.current.type(key, in: scene)) }
        if shell.card != nil, let action = CardAction.action(for: key) { return perform(action) }
        if isHeldByCard(key) { return [] }
        if let action { return perform(action) }
        if let id = ScreenID.action(for: key, on: scene.stage) { return show(id) }
        if let outputs = screens.current.press(key, in: scene) { return carryOut(outputs) }
        return FindAction.action(for: key).map { perform($0) } ?? []
    }

    mutating func perform(_ action: FindAction) -> [Effect] {
        guard scene.context.allows(action.reaches) else { return refuse() }
        switch action {
        case .token: shell.dialog = TokenSearch()
        }
        return []
    }

    /// Shows the token that was searched for where nothing else was found.
    private mutating func showToken(named text: String) -> [Effect] {
        guard let token = Fingerprint(typed: text), screens.tokens.list.holds(token) else { return [] }
        _ = screens.current.stepBack(in: scene)
        return carryOut([.inspect(token)])
    }

    /// Carries out the outputs of panes and screens.
    mutating func carryOut(_ outputs: [PaneOutput]) -> [Effect] {
        outputs.flatMap { output -> [Effect] in
            switch output {
            case .effect(.session(.reveal)) where shell.revealed != nil: shell.revealed = nil
            case .effect(.fault(.inject(let fault, let arming))):
                shell.notice = nil
                return asksFirst(.fault(fault, arming)) ? [] : [timed(.inject(fault, arming))]
            case .effect(.fault(let command)):
                shell.notice = nil
                return [timed(command)]
            case .effect(let effect):
                if case .call(.send(let calls, let request, _)) = effect {
                    scene.expect(calls, request)
                    screens.follow(calls)
                    screens.tokens.list.expect(request)
                }
                shell.notice = nil
                return [effect]
            case .notice(let notice): shell.notice = notice
            case .show(let details): shell.dialog = details
            case .signIn(let stepUp): return openSignIn(asking: stepUp)
            case .discover(let effect): return discover(effect)
            case .repeatChain: return repeatChain()
            case .openChain(let url): return openChain(for: url)
            case .inspect(let token):
                if let token, !screens.tokens.list.holds(token) {
                    let key = ScreenID.tokens.letter
                    shell.notice = Notice(
                        .muted, "The token \(token) is no longer kept", advice: "\(key) shows those that are")
                    return []
                }
                screens.tokens.show(token)
                return show(.tokens)
            case .foundNothing(let text): return showToken(named: text)
            case .inspectAnswer(let tokens, let name):
                shell.notice = screens.tokens.list.add(tokens, .answered(name))
                return show(.tokens)
            case .requests:
                let scene = scene
                let outputs = screens.lend { $0.receive(output, in: scene) }
                // Its fields are on its own screen.
                let asks = screens.shown != .requests && screens.requests.field != nil
                return (asks ? show(.requests) : []) + carryOut(outputs)
            case .focus(let title): screens.current.focus(title: title)
            case .call(let draft, let count): return carryOut(screens.session.call(draft, count: count, in: scene))
            }
            return []
        }
    }

    mutating func carryOut(_ output: DialogOutput) -> [Effect] {
        switch output {
        case .close: shell.dialog = nil
        case .effect(let effect): return [effect]
        case .copy(let item): return copy(item)
        case .inspect(let token):
            if screens.tokens.list.holds(token) { shell.dialog = nil }
            return carryOut([PaneOutput.inspect(token)])
        case .fault(let fault): return toggle(fault)
        case .agreed(let plan):
            shell.mayEndSession = true
            switch plan {
            case .fault(let fault, let arming): return inject(fault, arming)
            case .preset(let preset): return start(preset)
            }
        case .run(let command): return run(command)
        case .help(let target): return run(target)
        case .pane(let output): return carryOut([output])
        case .draft(let change): return carryOut(screens.session.request.apply(change))
        }
        return []
    }
}
