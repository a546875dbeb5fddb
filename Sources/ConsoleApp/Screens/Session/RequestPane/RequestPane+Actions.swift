import TerminalUI

extension RequestPane {
    typealias Action = RequestAction

    func hints(in _: Scene) -> [Action] {
        switch selected {
        case .method: [.chooseMethod, .send, .addHeader, .switchAuthorization]
        case .header: [.editField, .removeHeader, .addHeader, .send]
        case .newHeader: [.addHeader, .send, .chooseMethod, .switchAuthorization]
        case .target, .authorization, .body:
            [.send, .editField, .switchAuthorization, .chooseMethod, .addHeader]
        }
    }

    func obstacle(to action: Action, in _: Scene) -> String? {
        switch action {
        case .removeHeader:
            if case .header = selected { nil } else { "no header is selected: \(Action.addHeader.letter) adds one" }
        case .restoreHeader: hasRemovedHeader ? nil : "no header was removed"
        case .send, .editField, .chooseMethod, .switchAuthorization, .addHeader: nil
        }
    }
}
