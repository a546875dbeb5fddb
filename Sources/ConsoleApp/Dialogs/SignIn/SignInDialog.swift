import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The dialog of a sign-in, from the choice of the flow to its outcome.
struct SignInDialog: Dialog {
    enum Stage: Sendable {
        case choosing
        case password(PasswordForm)
        /// The JSON of a token response is being pasted.
        case importing(TextField)
        /// Under way since a moment, with nothing to show yet.
        case starting(SignInFlowKind, since: Date)
        case device(DeviceSignIn)
        case browser(url: String, opened: Bool, redirect: TextField)
        case failed(SignInFlowKind, SessionError)
    }

    private(set) var stage = Stage.choosing
    /// The menu of flows.
    private(set) var list: RowList<Numbered<SignInFlowKind>>
    /// The flow that was chosen last.
    private(set) var flow = SignInFlowKind.browser
    /// Why the last input could not be used, until the next one.
    private(set) var note: String?
    /// The device code that waits beside the browser.
    private(set) var device: DeviceSignIn?
    private var offersDevice = true
    /// When the dialog stops waiting for the sign-in page.
    private(set) var waitsUntil: Date?
    /// Whether the dialog is finished.
    private(set) var isOver = false
    /// The user name typed last, with which a second try begins.
    private var username = ""

    enum Action: String, KeyAction {
        case confirm
        case copyLink = "copy-link"
        case otherField = "other-field"
        case otherFlow = "other-flow"
        case addDevice = "add-device"
        case close

        var binding: Binding {
            switch self {
            case .confirm: Binding([.enter], "confirm", "goes on", .dialogs)
            case .copyLink: Binding(["y"], "copy the link", "copies the link", .dialogs)
            case .otherField: Binding([.tab, .backTab, .up, .down], "other field", "the other field", .dialogs)
            case .otherFlow: Binding(["l"], "another way", "back to the list of flows", .dialogs)
            case .addDevice: Binding(["d"], "a device code too", "waits for a device code as well", .dialogs)
            case .close: Binding([.escape, "q"], "cancel", "closes the dialog", .dialogs)
            }
        }
    }

    /// The scope or authentication level requested in addition.
    let stepUp: StepUp

    init(flows: [SignInFlowKind], asking stepUp: StepUp = StepUp()) {
        self.stepUp = stepUp
        list = RowList(Numbered.rows(flows))
    }

    var hasField: Bool {
        switch stage {
        case .password, .importing, .browser: true
        case .choosing, .starting, .device, .failed: false
        }
    }

    /// Whether a sign-in runs that closing the dialog must cancel.
    var isUnderWay: Bool {
        switch stage {
        case .starting, .device, .browser: true
        case .choosing, .password, .importing, .failed: false
        }
    }

    // MARK: - What happens meanwhile

    /// Shows the next step of the sign-in.
    mutating func apply(_ message: SignInMessage, at now: Date) {
        switch message {
        case .devicePromptShown(let prompt):
            let waiting = DeviceSignIn(prompt, at: now)
            if case .browser = stage { device = waiting } else { stage = .device(waiting) }
        // A browser's command can end after the sign-in has.
        case .authorizationURLReady where !isUnderWay: break
        case .authorizationURLReady(let url, let opened):
            // This message comes again when the browser has opened; a redirect URL may have been pasted by then.
            var redirect = Self.redirectField
            if case .browser(_, _, let typed) = stage { redirect = typed }
            stage = .browser(url: url, opened: opened, redirect: redirect)
            waitsUntil = waitsUntil ?? now + AuthorizationCodeFlow.defaultTimeout / .seconds(1)
        case .redirectRefused(let reason): note = reason
        case .signInEnded(.failure(.cancelled)), .signInEnded(.success): isOver = true
        // Against another failure no other password helps.
        case .signInEnded(.failure(let error)) where flow == .password && error.isRefusal:
            stage = .password(PasswordForm(username: username))
            note = "\(error)"
        case .signInEnded(.failure(let error)): stage = .failed(flow, error)
        case .signInOffersCame: break
        }
    }

    /// Shows why an input could not be used; the sign-in goes on waiting.
    mutating func keep(stray text: String) {
        if isUnderWay { note = text }
    }

    mutating func adoptPoll(nextAt date: Date, slowDown: Bool) {
        device?.adoptPoll(nextAt: date, slowDown: slowDown)
        guard case .device(var device) = stage else { return }
        device.adoptPoll(nextAt: date, slowDown: slowDown)
        stage = .device(device)
    }

    // MARK: - Keys

    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput] {
        if key == .escape || !hasField && Action.action(for: key) == .close {
            return [.close] + (isUnderWay ? [.effect(.signIn(.cancel))] : [])
        }
        switch stage {
        case .choosing: return choose(key, in: scene)
        case .password(let form): return type(key, in: form, scene)
        case .importing(let field): return type(key, inImport: field, scene)
        case .browser(let url, let opened, let redirect):
            if Action.action(for: key) == .addDevice, redirect.isEmpty { return addDevice(in: scene) }
            return type(key, inRedirect: redirect, url: url, opened: opened)
        case .failed(let flow, _):
            switch Action.action(for: key) {
            case .confirm: return begin(flow, in: scene)
            case .otherFlow: stage = .choosing
            case .copyLink, .otherField, .addDevice, .close, nil: break
            }
        case .device(let device): return Action.action(for: key) == .copyLink ? [copy(device.link)] : []
        case .starting: break
        }
        return []
    }

    /// Shows only the length of what is pasted, because the URL contains the authorization code.
    private static var redirectField: TextField { TextField(kind: .secret) }

    private func copy(_ link: String) -> DialogOutput { .effect(.tool(.copy(link, name: "the link"))) }

    private mutating func choose(_ key: Key, in scene: Scene) -> [DialogOutput] {
        let flows = scene.context.flows
        if case .character(let letter) = key, let flow = flows.first(where: { $0.letter == letter }) {
            return begin(flow, in: scene)
        }
        if Action.action(for: key) == .confirm, flows.indices.contains(list.selection) {
            return begin(flows[list.selection], in: scene)
        }
        if let motion = Motion.action(for: key) {
            list.move(motion)
        } else if let action = ShellAction.action(for: key), action == .nextPane || action == .previousPane {
            list.move(action == .nextPane ? .down : .up)
        }
        return []
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        guard case .choosing = stage else { return [] }
        list.select(row)
        return press(.enter, in: scene)
    }

    /// Begins with a flow.
    mutating func begin(_ flow: SignInFlowKind, in scene: Scene) -> [DialogOutput] {
        if let obstacle = scene.obstacle(to: flow), obstacle.isFinal {
            note = "\(flow.title) can't work here: \(obstacle.reason)"
            return []
        }
        if stepUp.needsBrowser, flow != .browser {
            note = "\(flow.title) can't ask for \(stepUp.words ?? "more"): choose \(SignInFlowKind.browser.title)"
            return []
        }
        (self.flow, note, waitsUntil, device) = (flow, nil, nil, nil)
        offersDevice = scene.obstacle(to: .device)?.isFinal != true && !stepUp.needsBrowser
        let choice: SignInChoice
        switch flow {
        case .password:
            stage = .password(PasswordForm(username: username))
            return []
        case .imported:
            stage = .importing(TextField(kind: .secret))
            return []
        case .browser: choice = .browser
        case .device: choice = .device
        case .client: choice = .client
        }
        stage = .starting(flow, since: scene.now)
        return [.effect(.signIn(.start(choice, asking: stepUp)))]
    }

    /// Requests a device code for the browser's dialog, once.
    private mutating func addDevice(in scene: Scene) -> [DialogOutput] {
        if let obstacle = scene.obstacle(to: .device), obstacle.isFinal {
            note = "\(SignInFlowKind.device.title) can't work here: \(obstacle.reason)"
            return []
        }
        guard device == nil, !stepUp.needsBrowser else { return [] }
        return [.effect(.signIn(.addDevice(asking: stepUp)))]
    }

    private mutating func type(_ key: Key, in form: PasswordForm, _ scene: Scene) -> [DialogOutput] {
        var form = form
        switch Action.action(for: key) {
        case .confirm:
            guard !form.username.isEmpty, !form.password.isEmpty else {
                form.isAtPassword = !form.username.isEmpty
                break
            }
            username = form.username.text
            stage = .starting(.password, since: scene.now)
            let choice = SignInChoice.password(username: username, password: Secret(form.password.text))
            return [.effect(.signIn(.start(choice, asking: stepUp)))]
        case .otherField: form.isAtPassword.toggle()
        case .copyLink, .otherFlow, .addDevice, .close, nil: form.type(key)
        }
        stage = .password(form)
        return []
    }

    private mutating func type(_ key: Key, inImport field: TextField, _ scene: Scene) -> [DialogOutput] {
        var field = field
        if Action.action(for: key) == .confirm, !field.isEmpty {
            stage = .starting(.imported, since: scene.now)
            return [.effect(.signIn(.start(.imported(Secret(field.text)), asking: stepUp)))]
        }
        _ = field.handle(key)
        stage = .importing(field)
        return []
    }

    private mutating func type(
        _ key: Key, inRedirect redirect: TextField, url: String, opened: Bool
    ) -> [DialogOutput] {
        var redirect = redirect
        var outputs: [DialogOutput] = []
        switch Action.action(for: key) {
        case .confirm where redirect.isEmpty: note = "first paste the URL of the page that the browser ended on"
        case .confirm:
            outputs = [.effect(.signIn(.submitRedirect(redirect.text.trimmed)))]
            // Empty the field for the next try.
            (redirect, note) = (Self.redirectField, nil)
        // Safe in the empty field, because no URL begins with this letter.
        case .copyLink where redirect.isEmpty: outputs = [copy(url)]
        case .otherField where key == .tab: outputs = [.effect(.tool(.view(url + "\n")))]
        case .copyLink, .otherField, .otherFlow, .addDevice, .close, nil: _ = redirect.handle(key)
        }
        stage = .browser(url: url, opened: opened, redirect: redirect)
        return outputs
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        let hint = { (action: Action, words: String) in action.hint(glyphs, words) }
        return switch stage {
        case .choosing:
            [hint(.confirm, "begin"), Hint(Motion.arrows(glyphs), "choose"), hint(.close, "close")]
        case .password: [hint(.confirm, "sign in"), hint(.otherField, "other field"), hint(.close, "cancel")]
        case .importing: [hint(.confirm, "import"), hint(.close, "cancel")]
        case .starting: [hint(.close, "cancel")]
        case .device: [hint(.copyLink, "copy the link"), hint(.close, "cancel")]
        case .browser(_, _, let redirect):
            redirect.isEmpty
                ? [
                    hint(.copyLink, "copy the link"), hint(.otherField, "link alone"),
                ] + (device == nil && offersDevice ? [hint(.addDevice, "device code")] : [])
                    + [hint(.close, "cancel, free the port")]
                : [hint(.confirm, "use the pasted URL"), hint(.close, "cancel, free the port")]
        case .failed:
            [hint(.confirm, "try again"), hint(.otherFlow, "another way"), hint(.close, "close")]
        }
    }
}

extension SessionError {
    /// Whether the provider answered that it does not accept what was sent.
    fileprivate var isRefusal: Bool {
        switch self {
        case .refused, .signInDenied: true
        default: false
        }
    }
}
