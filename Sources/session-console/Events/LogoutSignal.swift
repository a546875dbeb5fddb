import SessionCore
import TerminalUI

/// What is sent to a terminal at a forced logout.
struct LogoutSignal: Sendable {
    /// The sequences by which terminals show a notification on the desktop.
    private enum Notification {
        /// iTerm2's, with a text alone.
        case osc9
        /// rxvt's, with a title.
        case osc777
    }

    private static let longestText = 200

    private let rings: Bool
    private let notification: Notification?

    init(_ ways: Set<AlarmWay>, environment: [String: String]) {
        rings = ways.contains(.bell)
        notification = ways.contains(.desktop) ? Self.notification(environment) : nil
    }

    /// Only of terminals that are known to show one: others may print it, and multiplexers don't pass it on.
    private static func notification(_ environment: [String: String]) -> Notification? {
        guard environment["TMUX"] == nil, environment["STY"] == nil else { return nil }
        let (type, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
        if ["iTerm.app", "WezTerm", "ghostty"].contains(program) { return .osc9 }
        if ["xterm-kitty", "xterm-ghostty"].contains(type) { return .osc9 }
        return ["foot", "foot-extra", "rxvt-unicode", "rxvt-unicode-256color"].contains(type) ? .osc777 : nil
    }

    /// The characters to send; empty where nothing is wanted.
    func sequence(profile: String, _ end: SessionEnd) -> String {
        // Without control characters, one of which would end the sequence.
        let text = SafeText.bare(
            "\(profile): \(end.word) because \(end)", glyphs: .unicode, limit: Self.longestText)
        let shown =
            switch notification {
            case .osc9: "\u{1B}]9;\(text)\u{1B}\\"
            case .osc777: "\u{1B}]777;notify;session-console;\(text)\u{1B}\\"
            case nil: ""
            }
        return (rings ? "\u{7}" : "") + shown
    }
}
