import SessionCore
import TerminalUI

/// What lies over the screen; at most one at a time, and it gets every key.
enum Overlay: Sendable {
    case help(ScrollList)
    case signIn(SignInDialog)
    case question(Question)
    case faults(selected: Int)
    case copyMenu
    case burst(TextField)
    case commandLine(CommandLine)
    /// The text to filter events by, or to search for in a pane.
    case find(Panel, TextField)
    case field(RequestField, TextField, flaw: String?)
    case exchange(ExchangeDetails)
}

extension Overlay {
    /// Whether letters are text in it.
    var hasField: Bool {
        switch self {
        case .burst, .commandLine, .find, .field: true
        case .signIn(let dialog): dialog.hasField
        case .help, .question, .faults, .copyMenu, .exchange: false
        }
    }

    /// Tells its list, if it has one, how much room there is.
    mutating func layOut(in size: Size) {
        let height = OverlayView.listHeight(in: size)
        switch self {
        case .help(var list):
            list.layOut(height: height)
            self = .help(list)
        case .exchange(var details):
            details.list.layOut(height: height)
            self = .exchange(details)
        default: break
        }
    }
}
