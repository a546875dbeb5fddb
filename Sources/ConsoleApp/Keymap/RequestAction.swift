import TerminalUI

/// The keys of the request panel; an advice names one of them.
enum RequestAction: String, KeyAction {
    case send
    case editField = "edit-field"
    case chooseMethod = "method"
    case switchAuthorization = "token"
    case addHeader = "add-header"
    case removeHeader = "remove-header"
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
        case .restoreHeader:
            Binding([.character("U")], "bring back", "bring back the header that was removed last", .requests)
        }
    }
}
