/// What a key may do in the past.
enum MeaningInPast: Sendable {
    /// It is carried out as in the present.
    case carriedOut
    /// Nothing is done, and nothing is said: the screens look it up by themselves.
    case ignored
    case refused
}

extension Effect {
    /// Only what neither sends nor changes anything is carried out; a recording has no session to do it.
    func meaningInPast(isRecording: Bool) -> MeaningInPast {
        switch self {
        case .terminal(.record), .requests(.saveArchive): isRecording ? .refused : .carriedOut
        case .tool(.copy), .tool(.view), .tool(.save), .terminal: .carriedOut
        case .call(.prepareBody), .call(.cancel), .call(.protect), .requests(.read), .requests(.readHistory),
            .requests(.readBodies),
            .provider(.look):
            .ignored
        case .tool(.edit), .call(.send), .session, .signIn, .requests, .fault, .provider: .refused
        }
    }
}

extension Message {
    /// Whether a key that was pressed in the past can have led to it.
    var isOutcomeInPast: Bool {
        switch self {
        case .tool(.copied), .tool(.saved), .tool(.viewFailed): true
        case .tool(.edited), .tool(.editFailed), .terminal, .session, .signIn, .call, .requests, .fault, .provider:
            false
        }
    }
}

extension ShellAction {
    /// Whether it does nothing but act on the session.
    var actsOnSession: Bool {
        switch self {
        case .signIn, .signOut, .refresh, .fetchUserInfo, .send, .burst, .faults: true
        case .copy, .view, .record, .timeFormat, .nextPane, .previousPane, .zoom, .otherSession, .help, .firstSteps,
            .command, .back, .close, .quit, .redraw, .suspend:
            false
        }
    }
}

extension Model {
    /// Whether letters are text now.
    var takesText: Bool { screens.prompt != nil || shell.dialog != nil }

    /// Whether there is a field that letters go to.
    var hasField: Bool { screens.prompt != nil || shell.dialog?.hasField == true }

    /// Whether a step back closes something first.
    var hasSomethingOpen: Bool {
        shell.dialog != nil || screens.prompt != nil || shell.card != nil || shell.revealed != nil
    }

    /// Whether a key has begun what can only end with something that is sent or written, or has changed the next call.
    func prepares(since before: Model) -> Bool {
        shell.dialog?.isForLooking == false || screens.prompt?.isForLooking == false
            || screens.session.request.draft != before.screens.session.request.draft
    }

    /// Lays out large bodies at once.
    mutating func layOutBodies(of effects: [Effect]) {
        for effect in effects {
            guard case .call(.prepareBody(let call, let bytes, let contentType)) = effect else { continue }
            _ = update(&self, .call(.bodyPrepared(call, PreparedBody(bytes, contentType: contentType))))
        }
    }
}
