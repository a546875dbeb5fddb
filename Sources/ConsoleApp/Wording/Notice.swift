import ConsoleKit
import SessionCore
import TerminalUI

/// A line that stays until it is dismissed or replaced.
struct Notice: Sendable, Hashable {
    var tone: Tone
    /// What happened; may contain text from outside.
    var text: String
    /// What to do next.
    var advice: String?
    /// Whether it says what a session without valid tokens can't do.
    var endsWithNewTokens = false
    /// The end of the session that it tells of, if it does: the card of that end tells more.
    var end: SessionEnd?
    /// The error that it tells of.
    var error: SessionError?
    /// Whether it tells of a failure that is over once something succeeds.
    var passes = false
    /// Whether it tells of something that failed while the session goes on, which the session's end makes untrue.
    var endsWithSession = false

    /// The token that it tells of: it leaves when another one is selected.
    var token: Fingerprint?

    /// The rows it takes, three at most.
    func height(width: Int) -> Int {
        let columns = TextWidth.columns(of: text) + (advice.map { TextWidth.columns(of: $0) + 3 } ?? 0)
        let room = max(20, Self.room(width: width))
        return min(3, (columns + 2 + room - 1) / room)
    }

    /// The sign before the text, with its space, so that it reads without colour.
    func mark(_ glyphs: Glyphs) -> String {
        switch tone {
        case .bad: "\(glyphs.cross) "
        case .good: "\(glyphs.check) "
        case .warning: "! "
        case .plain, .muted: ""
        }
    }

    /// The width that the key which dismisses it leaves for the text.
    static func room(width: Int) -> Int { width - 16 }

    init(
        _ tone: Tone, _ text: String, advice: String? = nil, endsWithNewTokens: Bool = false,
        of token: Fingerprint? = nil
    ) {
        self.tone = tone
        self.text = text
        self.advice = advice
        self.endsWithNewTokens = endsWithNewTokens
        self.token = token
    }
}

extension Notice {
    /// What a sign-in asked for and did not get; `nil` where it got all.
    init?(_ shortfalls: [Shortfall]) {
        guard let first = shortfalls.first else { return nil }
        let others = shortfalls.dropFirst().map { "\($0)" }.joined(separator: "; ")
        self.init(.warning, "signed in, but \(first)", advice: others.isEmpty ? nil : others)
        endsWithSession = true
    }

    /// The notice for actions that need an answer.
    static let noResponse = Notice(.muted, "No response yet")
    /// The notice for actions that need a session.
    static let notSignedIn = Notice(
        .bad, "No session", advice: NextStep.signIn.consoleText(isSignedIn: false), endsWithNewTokens: true)
    /// The notice of a terminal whose type is unknown.
    static func terminalStandIn(for type: String, _ substitute: String) -> Notice {
        Notice(
            .warning, "This machine has no description of the terminal \"\(type)\": it is treated as \(substitute)",
            advice: "ncurses-term may have it")
    }

    /// The notice for actions that need a session, where other programs are watched.
    static let watchesClients = Notice(
        .muted, "Nothing is sent here: this program only watches the sessions of other programs")
    /// The notice for faults of a watch that is over.
    static let watchIsOver = Notice(.muted, "The watch is over: no message comes that a fault could strike")
    /// The notice for actions that need a session, where only a provider is watched.
    static let watchesOnly = Notice(
        .muted, "No sign-in here: this program only watches its provider, whose clients are other programs")
}
