import ConsoleKit

/// A command of the console that has a name and no key.
enum KeylessCommand: String, Sendable, CaseIterable {
    case sessions, proxy, doctor, messages, mouse

    var summary: String {
        switch self {
        case .sessions: "every profile's session: its state, its clocks, who refreshed it"
        case .proxy: "an address where other programs' calls get the session's token"
        case .doctor: "what the provider does, seen from outside"
        case .messages: "the last \(NoticeLog.limit) notices"
        case .mouse: "turn clicks and the wheel on or off"
        }
    }

    var reaches: Outside {
        switch self {
        case .sessions, .proxy: .session
        case .doctor: [.session, .network]
        case .messages, .mouse: []
        }
    }
}
