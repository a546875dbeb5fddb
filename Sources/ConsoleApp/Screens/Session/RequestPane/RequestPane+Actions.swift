import TerminalUI

extension RequestPane {
    enum Action: String, KeyAction {
        case send
        case editField = "edit-field"
        case chooseMethod = "method"
        case switchAuthorization = "token"
        case addHeader = "add-header"
        case removeHeader = "remove-header"
        case duplicateHeader = "duplicate-header"
        case moveHeaderUp = "header-up"
        case moveHeaderDown = "header-down"
        case restoreHeader = "restore-header"

        var binding: Binding {
            switch self {
            case .send: Binding([.enter], "send", "send the request", .requests)
            case .editField: Binding([.character("a")], "edit", "edit the selected field in place", .requests)
            case .chooseMethod: Binding([.character("m")], "method", "choose the method, or type one", .requests)
            case .switchAuthorization:
                Binding([.character("A")], "token", "access token: required, optional or never sent", .requests)
            case .addHeader: Binding([.character("+")], "add header", "add a header", .requests)
            case .removeHeader:
                Binding([.character("-"), .delete], "remove", "remove the selected header", .requests)
            case .duplicateHeader: Binding([.character("d")], "duplicate", "duplicate the selected header", .requests)
            case .moveHeaderUp: Binding([.character("K")], "up", "move the selected header up", .requests)
            case .moveHeaderDown: Binding([.character("J")], "down", "move the selected header down", .requests)
            case .restoreHeader:
                Binding([.character("U")], "bring back", "bring back the header that was removed last", .requests)
            }
        }
    }

    func hints(in _: Scene) -> [Action] {
        switch selected {
        case .method: [.chooseMethod, .send, .addHeader, .switchAuthorization]
        case .header: [.removeHeader, .duplicateHeader, .editField, .moveHeaderUp, .moveHeaderDown, .addHeader, .send]
        case .newHeader: [.addHeader, .send, .chooseMethod, .switchAuthorization]
        case .target, .authorization, .body:
            [.send, .editField, .switchAuthorization, .chooseMethod, .addHeader]
        }
    }

    func obstacle(to action: Action, in _: Scene) -> String? {
        switch action {
        case .removeHeader, .duplicateHeader, .moveHeaderUp, .moveHeaderDown:
            if case .header = selected { nil } else { "no header is selected: \(Action.addHeader.letter) adds one" }
        case .restoreHeader: hasRemovedHeader ? nil : "no header was removed"
        case .send, .editField, .chooseMethod, .switchAuthorization, .addHeader: nil
        }
    }
}
