import TerminalUI

/// What can be done about calls from every pane of the main screen.
enum CallAction: String, KeyAction {
    case send
    case resend
    case burst
    case stepUp = "step-up"
    case edit
    case inspect = "inspect-token"

    var binding: Binding {
        switch self {
        case .send: Binding([.character("r")], "send", "send the request as the panel shows it", .requests)
        case .resend: Binding([.character(".")], "send again", "send the last call again, unchanged", .requests)
        case .burst: Binding([.character("b")], "burst", "send the request many times at once", .requests)
        case .stepUp:
            Binding(
                [.character("s")], "step up", "sign in with the scope or level that the answer asks for", .session)
        case .inspect:
            Binding([.character("t")], "token", "show the selected token, or the access token, on its screen", .tokens)
        case .edit: Binding([.character("e")], "$EDITOR", "edit the request in $EDITOR", .text)
        }
    }
}
