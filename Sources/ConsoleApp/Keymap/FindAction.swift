import ConsoleKit
import TerminalUI

/// What is searched for in panes that have no search of their own.
enum FindAction: String, KeyAction {
    case token = "find-token"

    var binding: Binding {
        switch self {
        case .token:
            Binding(["/"], "find token", "show a token by its four digits, such as A3F1", .text, reaches: .session)
        }
    }
}
