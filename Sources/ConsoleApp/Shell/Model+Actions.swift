import ConsoleFaults
import ConsoleKit
import SessionCore
import TerminalUI

extension Model {
    /// Carries out an action that works everywhere.
    mutating func perform(_ action: ShellAction) -> [Effect] {
        guard scene.context.allows(action.reaches) else { return refuse() }
        switch action {
        case .signIn: return openSignIn()
        case .signOut: ask(.signOut)
        case .refresh: return ifSignedIn(.refresh)
        case .fetchUserInfo: return ifSignedIn(.fetchUserInfo(isAsked: true))
        case .send: return sendRequest()
        case .burst: return askForBurst()
        case .faults: if allowsFaults() { listFaults() }
        case .copy: shell.dialog = CopyMenu(screens.current.copyItems)
        case .view: return [.tool(.view(screens.current.plainText(in: scene)))]
        case .record: return [.terminal(.record(path: nil))]
        case .timeFormat: scene.time.format = scene.time.format.next
        case .nextPane: screens.current.stepFocus(by: 1)
        case .previousPane: screens.current.stepFocus(by: -1)
        case .zoom: screens.current.isZoomed.toggle()
        case .otherSession: return [.terminal(.showSession(.next))]
        case .help:
            shell.dialog = HelpPage(
                HelpContent(
                    rows: present(Keymap.rows(from: screens.shown)), on: screens.shown,
                    panes: screens.shown.type.paneTitles.filter { !missingPanes.contains($0.title) },
                    copyItems: screens.current.copyItems, commands: commandPrompt.candidates.filter(\.keys.isEmpty),
                    context: scene.context),
                place: screens.current.focusedPane)
        case .firstSteps: toggleFirstSteps()
        case .command: shell.dialog = commandPrompt
        case .back: return stepBack()
        case .close: return close()
        case .redraw:
            return [.terminal(.redraw)] + (screens.shown == .requests ? [.requests(.readHistory)] : [])
        case .suspend: return [.terminal(.suspend)]
        case .quit: return [.terminal(.quit)]
        }
        return []
    }

    /// All that can be typed here.
    var commandPrompt: CommandPrompt {
        let paths = scene.context.apiPaths
        return CommandPrompt(
            rows: present(Keymap.commands(from: screens.shown)), on: screens.shown, faults: scene.context.faults,
            paths: paths.isEmpty ? screens.session.response.calls.targets.paths : paths,
            profiles: scene.context.profiles, history: shell.commands, hasSession: scene.context.allows(.session))
    }

    /// Without the screens and panes that are not there, and without what needs a session where there can be none.
    private func present(_ rows: [KeyRow]) -> [KeyRow] {
        let places = Set(missingPanes.map { $0.lowercased() })
        let shown = scene.stage.screens
        return rows.filter { row in
            scene.context.allows(row.binding.reaches) && !places.contains(row.place ?? "")
                && shown.contains(where: row.works) && ScreenID(rawValue: row.name).map(shown.contains) != false
        }
    }

    /// The titles of the panes that are not there.
    private var missingPanes: Set<String> {
        Set(LabScreen.missing(in: scene.context).map { LabScreen.slot($0).title })
            .union(scene.context.hasCommand ? [] : [OutputPane.title])
    }

    /// Says why something can't be done on this stage.
    mutating func refuse() -> [Effect] {
        shell.notice = scene.stage.refusal
        return []
    }

    /// Shows a screen.
    mutating func show(_ screen: ScreenID) -> [Effect] {
        guard scene.stage.screens.contains(screen) else { return refuse() }
        // A secret stays where it was asked for.
        if screen != screens.shown { shell.revealed = nil }
        screens.show(screen)
        // The files may have changed since.
        return screen == .requests ? [.requests(.read), .requests(.readHistory)] : []
    }

    private mutating func toggleFirstSteps() {
        if !scene.context.hasFirstSteps {
            shell.notice = Notice(.muted, "Only the demo has first steps")
        } else if shell.firstVisit.isDone {
            shell.notice = Notice(.muted, "All first steps are done")
        } else if ScreenForm(size) == .single {
            shell.notice = Notice(.muted, "The first steps need a larger screen")
        } else {
            shell.firstVisit.isHidden.toggle()
        }
    }

    mutating func openSignIn(asking stepUp: StepUp = StepUp()) -> [Effect] {
        guard scene.context.allows(ShellAction.signIn.reaches) else { return refuse() }
        if let chain = scene.chain, !chain.hasClient {
            shell.dialog = ChainDialog()
            return []
        }
        shell.dialog = SignInDialog(flows: scene.context.flows, asking: stepUp)
        return [.signIn(.askOffers)]
    }

    private mutating func ask(_ question: Question) {
        if scene.isSignedIn { shell.dialog = question } else { shell.notice = .notSignedIn }
    }

    private mutating func ifSignedIn(_ effect: SessionEffect) -> [Effect] {
        shell.notice = scene.isSignedIn ? nil : .notSignedIn
        return scene.isSignedIn ? [.session(effect)] : []
    }

    /// Carries out a command typed at `:`.
    mutating func run(_ command: CommandPrompt.Command) -> [Effect] {
        shell.commands.append(command.text)
        guard scene.context.allows(command.reaches) else { return refuse() }
        switch command {
        // Faults are armed from every screen, so they are disarmed from every screen, too.
        case .action(LabScreen.Action.disarmAll.rawValue, _):
            return carryOut(screens.lab.perform(.disarmAll, in: scene))
        case .action(let name, let screen?): return perform(name, on: screen)
        case .action(let name, nil):
            if let action = ShellAction(rawValue: name) { return perform(action) }
            if let id = ScreenID(rawValue: name) { return show(id) }
            if let action = FindAction(rawValue: name) { return perform(action) }
            return screens.current.perform(named: name, in: scene, place: nil).map { carryOut($0) } ?? []
        case .burst(let count):
            if BurstPrompt.canSend(count) { return sendRequest(count: count) }
            shell.dialog = BurstPrompt.afterRefusal
            return []
        case .call(let method, let target, let body):
            var draft = RequestDraft()
            (draft.method, draft.target, draft.body) = (method, target, body)
            screens.session.request.draft = draft
            return carryOut([.call(draft, count: 1)])
        case .fault(let fault):
            return toggle(fault)
        case .preset(let preset): return asksFirst(.preset(preset)) ? [] : start(preset)
        case .theme(let choice): return [.terminal(.setTheme(choice))]
        case .session(let request): return [.terminal(.showSession(request))]
        case .record(let path): return [.terminal(.record(path: path))]
        case .keyless(let command): return perform(command)
        case .proxy(let port): return showProxy(port: port)
        }
    }

    private mutating func perform(_ command: KeylessCommand) -> [Effect] {
        switch command {
        case .sessions: return listSessions()
        case .proxy: return showProxy()
        case .messages: shell.dialog = NoticeList(shell.notices)
        case .doctor:
            shell.dialog = DoctorDialog()
            return scene.examination == nil ? [.session(.examineProvider)] : []
        case .mouse:
            shell.isMouseOn.toggle()
            shell.notice = Notice(.good, shell.isMouseOn ? "The mouse is on" : "The mouse is off")
            return [.terminal(.setMouse(isOn: shell.isMouseOn))]
        }
        return []
    }

    /// One step back: a revealed token, the card, an error, running calls, the filter or search, the zoom; then
    /// nothing.
    private mutating func stepBack() -> [Effect] {
        if closeTop() { return [] }
        if shell.notice != nil {
            shell.notice = nil
        } else if !screens.runningCalls.isEmpty {
            return [.call(.cancel(screens.runningCalls))]
        } else if !screens.current.stepBack(in: scene) {
            screens.current.isZoomed = false
        }
        return []
    }

    /// Closes what is open; at the root, quits.
    private mutating func close() -> [Effect] {
        if closeTop() || screens.current.stepBack(in: scene) { return [] }
        if screens.current.isZoomed {
            screens.current.isZoomed = false
            return []
        }
        if scene.runsCommand {
            shell.dialog = Question.endCommand(scene.context.profile)
            return []
        }
        return [.terminal(scene.placement.isSplit ? .showSession(.close) : .quit)]
    }

    /// Hides what lies over the panes; returns whether anything did.
    private mutating func closeTop() -> Bool {
        if shell.revealed != nil {
            shell.revealed = nil
        } else if shell.card != nil {
            shell.card = nil
        } else {
            return false
        }
        return true
    }
}

extension CommandPrompt.Command {
    /// What it reaches; an action says it itself, and so do faults.
    fileprivate var reaches: Outside {
        switch self {
        case .burst, .call: [.session, .network]
        case .session, .proxy: .session
        case .keyless(let command): command.reaches
        case .fault, .preset: .faults
        case .action, .theme, .record: []
        }
    }
}
