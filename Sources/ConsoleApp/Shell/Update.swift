import ConsoleKit
import TerminalUI

/// Changes the model by a message, and returns the effects to carry out.
///
/// Nothing else changes a model.
package func update(_ model: inout Model, _ message: Message) -> [Effect] {
    let (revision, moment) = (model.scene.revision, model.shownMoment)
    let told = model.shell.notice?.token.map { _ in model.screens.tokens.list.selectedID }
    var effects = model.take(message)
    if let told, model.screens.tokens.list.selectedID != told, model.shell.notice?.token != nil {
        model.shell.notice = nil
    }
    model.shell.notices.keep(at: model.scene.now)
    model.settleMoment(since: revision)
    // A tick within the same second changes nothing that is shown.
    if !message.isTick || model.shownMoment != moment { model.layOut() }
    // What a change of size asks for is asked for by the next message: the workspace has its own sizes to tell first.
    if case .terminal(.resized) = message { return effects }
    effects += model.tellCommandSize()
    return effects
}

extension Message {
    fileprivate var isTick: Bool {
        if case .terminal(.ticked) = self { true } else { false }
    }
}

extension Model {
    fileprivate mutating func take(_ message: Message) -> [Effect] {
        switch message {
        case .happened(let occurrence): apply(occurrence)
        case .terminal(let message): apply(message)
        case .session(let message): apply(message)
        case .signIn(let message): apply(message)
        case .discovery(let message): apply(message)
        case .call(let message): apply(message)
        case .requests(let message): apply(message)
        case .fault(let message): apply(message)
        case .provider(let message): apply(message)
        case .tool(let message): apply(message)
        case .proxy(let message): apply(message)
        case .command(let message): apply(message)
        }
    }

    /// Gives panes and dialogs their present sizes.
    mutating func layOut() {
        if screens.settleChosen(in: shownScene) {
            shell.notice = Notice(.warning, "The request has gone from the list: the panel shows its own again")
        }
        let (layout, (form, body)) = (layout, panesPlace(in: layout))
        screens.current.layOut(form, in: body, under: layout.notice, scene: shownScene)
        shell.dialog?.layOut(layout.dialogArea.size, in: scene)
    }
}
