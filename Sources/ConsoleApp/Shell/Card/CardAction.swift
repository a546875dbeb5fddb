import ConsoleKit
import TerminalUI

/// What the keys of the forced-logout card do, beside a sign-in.
enum CardAction: String, KeyAction {
    case decision = "deciding-answer"
    case ticket = "logout-ticket"

    var binding: Binding {
        switch self {
        case .decision: Binding(["d"], "the deciding answer", "show the answer that ended the session", .dialogs)
        case .ticket:
            Binding(["w"], "ticket", "save what led to the logout as a page for a ticket", .dialogs, reaches: .file)
        }
    }
}

extension Model {
    mutating func perform(_ action: CardAction) -> [Effect] {
        guard scene.context.allows(action.reaches) else { return refuse() }
        switch action {
        case .decision:
            if let event = shell.card?.deciding, let details = ExchangeDetails(behind: event, in: scene) {
                shell.dialog = details
            } else {
                shell.notice = Notice(.muted, "No message of this session's end is kept")
            }
        case .ticket: shell.dialog = TicketPrompt()
        }
        return []
    }
}
