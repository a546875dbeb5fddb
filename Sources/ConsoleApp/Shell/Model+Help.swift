import ConsoleFaults
import ConsoleKit

extension Model {
    /// Closes the help page and runs one of its rows, or says there why that can't be done now.
    mutating func run(_ target: HelpTarget) -> [Effect] {
        if let obstacle = obstacle(to: target) {
            guard var page = shell.dialog as? HelpPage else { return [] }
            page.report(obstacle)
            shell.dialog = page
            return []
        }
        shell.dialog = nil
        switch target {
        case .action(let name, let place, let screen?): return perform(name, in: place, on: screen)
        case .action(let name, let place, nil):
            if place == nil, let action = ShellAction(rawValue: name) { return perform(action) }
            if place == nil, let id = ScreenID(rawValue: name) { return show(id) }
            if let action = FindAction(rawValue: name) { return perform(action) }
            return screens.current.perform(named: name, in: scene, place: place).map { carryOut($0) } ?? []
        case .signIn: return openSignIn()
        case .fault(let fault): return toggle(fault)
        case .copy(let item): return copy(item)
        case .pane(let title): screens.current.focus(title: title)
        case .command(let name):
            var prompt = commandPrompt
            prompt.type(name)
            shell.dialog = prompt
        case .motion, .nothing: break
        }
        return []
    }

    /// Shows a screen and does something there, or says why that can't be done now.
    mutating func perform(_ name: String, in place: String? = nil, on screen: ScreenID) -> [Effect] {
        let effects = show(screen)
        guard screens.shown == screen else { return effects }
        layOut()
        if let place { screens.current.focus(title: place) }
        if let obstacle = screens.current.obstacle(to: name, place: place, in: scene) {
            shell.notice = Notice(.muted, obstacle.capitalizedFirst)
            return effects
        }
        return effects + (screens.current.perform(named: name, in: scene, place: place).map { carryOut($0) } ?? [])
    }

    private func obstacle(to target: HelpTarget) -> String? {
        switch target {
        // Whether it can be done is known once its screen is shown.
        case .action(_, _, _?): return nil
        case .action(let name, let place, nil):
            if place == nil, let action = ShellAction(rawValue: name) { return obstacle(to: action) }
            return screens.current.obstacle(to: name, place: place, in: scene)
        case .fault(let fault):
            if let obstacle = scene.context.obstacle(to: [fault]) { return obstacle }
            return fault.needsSession ? withoutSession : nil
        case .copy(.token): return withoutSession
        case .copy(.response):
            return screens.response.text.record?.answer == nil ? "no response yet" : nil
        case .copy(.value), .copy(.curl), .signIn, .pane, .command: return nil
        case .motion: return "this key moves within the focused pane"
        case .nothing: return "this line explains a word"
        }
    }

    private func obstacle(to action: ShellAction) -> String? {
        switch action {
        case .signOut, .refresh, .fetchUserInfo: withoutSession
        case .send, .burst: sendObstacle
        case .otherSession: scene.placement.hasOthers ? nil : "no other session is open"
        default: nil
        }
    }

    private var withoutSession: String? {
        scene.isSignedIn ? nil : "no session: \(ShellAction.signIn.letter) signs in"
    }
}
