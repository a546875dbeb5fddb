import FoundationEssentials
import SessionCore
import TerminalUI

extension Model {
    /// What happens while a person signs in.
    mutating func takeSignIn(_ message: Message) {
        guard case .signIn(var dialog) = overlay else {
            if case .signInEnded(.failure(let error)) = message { report(error, "Not signed in") }
            return
        }
        switch message {
        case .devicePromptShown(let prompt):
            dialog.stage = .device(DeviceSignIn(prompt, at: now))
        case .authorizationURLReady(let url, let opened):
            // Told again once the browser is known to be open; by then somebody may have pasted.
            var redirect = TextField()
            if case .browser(_, _, let typed) = dialog.stage { redirect = typed }
            dialog.stage = .browser(url: url, opened: opened, redirect: redirect)
            dialog.waitsUntil = dialog.waitsUntil ?? now + AuthorizationCodeFlow.defaultTimeout / .seconds(1)
        case .redirectRefused(let reason): dialog.note = reason
        case .signInEnded(.failure(let error)):
            guard error != .cancelled else { return overlay = nil }
            dialog.stage = .failed(dialog.flow, error)
        case .signInEnded(.success):
            card = nil
            return overlay = nil
        default: break
        }
        overlay = .signIn(dialog)
    }

    /// Tells beside a sign-in that waits what came in and could not be used.
    mutating func noteInSignIn(_ text: String) {
        guard case .signIn(var dialog) = overlay, dialog.isUnderWay else { return }
        dialog.note = text
        overlay = .signIn(dialog)
    }

    mutating func notePoll(nextAt date: Date, slowDown: Bool) {
        guard case .signIn(var dialog) = overlay, case .device(var device) = dialog.stage else { return }
        device.nextPollAt = date
        device.isSlowedDown = device.isSlowedDown || slowDown
        dialog.stage = .device(device)
        overlay = .signIn(dialog)
    }

    /// A key in the sign-in dialog.
    mutating func press(_ key: Key, in dialog: SignInDialog) -> [Effect] {
        var dialog = dialog
        if key == .escape || key == .character("q") && !dialog.hasField {
            overlay = nil
            return dialog.isUnderWay ? [.cancelSignIn] : []
        }
        var effects: [Effect] = []
        switch dialog.stage {
        case .choosing(let selected): effects = choose(key, from: selected, in: &dialog)
        case .password(var form):
            if key == .enter {
                effects = submit(&form, in: &dialog)
            } else {
                form.handle(key)
                dialog.stage = .password(form)
            }
        case .importing(var field):
            if key == .enter, !field.isEmpty {
                dialog.stage = .starting(.imported)
                effects = [.signIn(.imported(Secret(field.text)))]
            } else {
                _ = field.handle(key)
                dialog.stage = .importing(field)
            }
        case .browser(let url, let opened, var redirect):
            if key == .enter {
                let typed = redirect.text.trimmed
                effects = [typed.isEmpty ? .copy(url, name: "the link") : .submitRedirect(typed)]
                // What was handed in is out of the way of the next try.
                if !typed.isEmpty { (redirect, dialog.note) = (TextField(), nil) }
            } else {
                if key == .tab { effects = [.view(url + "\n")] } else { _ = redirect.handle(key) }
            }
            dialog.stage = .browser(url: url, opened: opened, redirect: redirect)
        case .failed(let flow, _):
            if key == .enter { effects = begin(flow, in: &dialog) }
            if key == .character("l") { dialog.stage = .choosing(selected: 0) }
        case .device(let device):
            let link = device.prompt.verificationURIComplete ?? device.prompt.verificationURI
            if key == .character("y") { effects = [.copy(link, name: "the link")] }
        case .starting: break
        }
        overlay = .signIn(dialog)
        return effects
    }

    private func choose(_ key: Key, from selected: Int, in dialog: inout SignInDialog) -> [Effect] {
        let flows = context.flows
        guard !flows.isEmpty else { return [] }
        switch key {
        case .up, .character("k"), .backTab:
            dialog.stage = .choosing(selected: (selected + flows.count - 1) % flows.count)
        case .down, .character("j"), .tab:
            dialog.stage = .choosing(selected: (selected + 1) % flows.count)
        case .enter:
            return begin(flows[min(selected, flows.count - 1)], in: &dialog)
        case .character(let letter):
            if let flow = flows.first(where: { $0.letter == letter }) { return begin(flow, in: &dialog) }
        default: break
        }
        return []
    }

    private func begin(_ flow: SignInFlowKind, in dialog: inout SignInDialog) -> [Effect] {
        if let obstacle = signInOffers.obstacle(to: flow), obstacle.isFinal {
            dialog.note = "\(flow.title) can't work here: \(obstacle.reason)"
            return []
        }
        (dialog.flow, dialog.note, dialog.waitsUntil) = (flow, nil, nil)
        let choice: SignInChoice
        switch flow {
        case .password:
            dialog.stage = .password(PasswordForm())
            return []
        case .imported:
            dialog.stage = .importing(TextField(kind: .secret))
            return []
        case .browser: choice = .browser
        case .device: choice = .device
        case .client: choice = .client
        }
        dialog.stage = .starting(flow)
        return [.signIn(choice)]
    }

    private func submit(_ form: inout PasswordForm, in dialog: inout SignInDialog) -> [Effect] {
        guard !form.username.text.isEmpty, !form.password.isEmpty else {
            form.isAtPassword = !form.username.text.isEmpty
            dialog.stage = .password(form)
            return []
        }
        dialog.stage = .starting(.password)
        return [.signIn(.password(username: form.username.text, password: Secret(form.password.text)))]
    }
}
