import TerminalUI

extension Overlay {
    /// The keys that do something in it.
    func hints(_ glyphs: Glyphs) -> [HintBar.Hint] {
        let enter = Key.enter.name(glyphs)
        let moves = "\(glyphs.arrowUp)\(glyphs.arrowDown)"
        let pairs: [(String, String)] =
            switch self {
            case .help: [("esc", "close"), (moves, "scroll"), ("PgDn", "page")]
            case .exchange: [("esc", "close"), (moves, "scroll"), ("PgDn", "page")]
            case .question: [("y", "yes"), ("any other key", "no")]
            case .faults:
                [("letter", "inject or clear"), (moves, "choose"), (enter, "inject or clear"), ("esc", "close")]
            case .copyMenu: [("letter", "copy"), ("esc", "close")]
            case .signIn(let dialog): dialog.hints(enter: enter, moves: moves)
            case .burst, .commandLine, .find, .field: [(enter, "take"), ("esc", "cancel")]
            }
        return pairs.map { HintBar.Hint($0.0, $0.1) }
    }
}

extension SignInDialog {
    fileprivate func hints(enter: String, moves: String) -> [(String, String)] {
        switch stage {
        case .choosing: [(enter, "begin"), (moves, "choose"), ("esc", "close")]
        case .password: [(enter, "sign in"), ("tab", "other field"), ("esc", "cancel")]
        case .importing: [(enter, "take over"), ("esc", "cancel")]
        case .starting: [("esc", "cancel")]
        case .device: [("y", "copy the link"), ("esc", "cancel")]
        case .browser(_, _, let redirect):
            [
                (enter, redirect.isEmpty ? "copy the link" : "use the pasted URL"), ("tab", "the link alone"),
                ("esc", "cancel and free the port"),
            ]
        case .failed: [(enter, "try again"), ("l", "another way"), ("esc", "close")]
        }
    }
}
