import FoundationEssentials
import SessionCore
import TerminalUI

/// What surrounds every screen: dialogs, notices, the card of a lost session, a revealed token.
struct Shell: Sendable {
    var dialog: (any Dialog)?
    var notice: Notice? { didSet { notices.append(notice) } }
    /// What was noticed before.
    var notices = NoticeLog()
    /// Set while the console waits for the session's work before it ends or stops; keys have no other effect then.
    var departure: Departure?
    var card: ForcedLogoutCard?
    /// The last status of a session until its end is explained, which may be told before.
    var lastSession: SessionStatus?
    /// The generation whose loss was shown last, so that no loss is shown twice.
    var lastLostGeneration: Int?
    /// Whether other sessions were open first: an end that came before this one was opened is no news then.
    var isOpenedLater = false
    var revealed: RevealedToken?
    /// Whether the user has agreed that faults may end a session that is not a demo's.
    var mayEndSession = false
    var firstVisit = FirstVisit()
    /// The commands typed at `:`, oldest first.
    var commands: [String] = []
    /// Whether the terminal reports clicks and the wheel instead of selecting text.
    var isMouseOn = false
    /// Whether a refresh that was due is under way, and when it was asked for.
    var isRenewing = false
    var renewedAt: Date?
    var lookedAtProviderAt: Date?
    /// The size that the watched program's terminal has.
    var commandSize: Size?
}
