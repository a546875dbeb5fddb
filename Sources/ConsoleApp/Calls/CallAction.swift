import TerminalUI

/// What can be done about a call from every pane of the main screen.
enum CallAction: String, KeyAction {
    case stepUp = "step-up"
    case edit
    case inspect = "inspect-token"

    var binding: Binding {
        switch self {
        case .stepUp:
            Binding(
                [.character("s")], "step up", "sign in with the scope or level that the answer asks for", .session)
        case .inspect:
            Binding([.character("t")], "token", "show the selected token, or the access token, on its screen", .tokens)
        case .edit: Binding([.character("e")], "$EDITOR", "edit the request in $EDITOR", .text)
        }
    }
}
