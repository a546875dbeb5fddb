package import ConsoleKit
import TerminalUI

/// The screens by their names, each on the key of its number.
package enum ScreenID: String, KeyAction {
    case session
    /// In the place of the session where other programs are watched.
    case client
    case flow
    case tokens
    case requests
    case lab

    /// The screens of a session.
    static let ofSession = allCases.filter { $0 != .client }

    /// Where it stands among the screens, from 1: also the key that shows it.
    private var number: Int {
        switch self {
        case .session, .client: 1
        case .flow: 2
        case .tokens: 3
        case .requests: 4
        case .lab: 5
        }
    }

    package var binding: Binding {
        Binding(
            [.character(Character("\(number)"))], type.title, type.summary, .screens,
            reaches: self == .lab || self == .client ? [] : .session)
    }
}
