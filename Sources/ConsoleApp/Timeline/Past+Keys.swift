import ConsoleKit

extension Message {
    /// Whether a key that was pressed in the past can have led to it.
    var isOutcomeInPast: Bool {
        switch self {
        case .tool(.copied), .tool(.saved), .tool(.viewFailed), .tool(.piped), .terminal(.sessionsRead): true
        case .tool(.edited), .tool(.editFailed), .happened, .terminal, .session, .signIn, .discovery, .call, .requests,
            .fault,
            .provider, .proxy, .command:
            false
        }
    }
}

extension Model {
    /// Whether letters are text now.
    var takesText: Bool { screens.current.prompt != nil || shell.dialog != nil }

    /// Whether there is a field that letters go to.
    var hasField: Bool { screens.current.prompt != nil || shell.dialog?.hasField == true }

    /// Whether a step back closes something first.
    var hasSomethingOpen: Bool {
        shell.dialog != nil || screens.current.prompt != nil || shell.card != nil || shell.revealed != nil
    }

    /// What a key has begun: what the dialog and the field that are open now reach, and a change of the next call.
    func begun(since before: Model) -> Outside {
        (shell.dialog?.reaches ?? []).union(screens.current.prompt?.reaches ?? []).union(
            screens.session.request.draft == before.screens.session.request.draft ? [] : .network)
    }

    /// Lays out large bodies at once.
    mutating func layOutBodies(of effects: [Effect]) {
        for effect in effects {
            guard case .call(.prepareBody(let call, let bytes, let contentType)) = effect else { continue }
            _ = update(&self, .call(.bodyPrepared(call, PreparedBody(bytes, contentType: contentType))))
        }
    }
}
