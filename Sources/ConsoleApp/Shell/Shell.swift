import FoundationEssentials

/// What surrounds every screen: dialogs, notices, the card of a lost session, a revealed token.
struct Shell: Sendable {
    var dialog: (any Dialog)?
    var notice: Notice?
    /// What the console is about to do, as soon as the session's work is done; keys do nothing else then.
    var departure: Departure?
    var card: ForcedLogoutCard?
    /// The generation whose loss was shown last: no loss is shown twice.
    var lastLostGeneration: Int?
    var revealed: RevealedToken?
    /// What was typed at `:`, oldest first.
    var commands: [String] = []
    /// Whether clicks and the wheel come here instead of to the terminal.
    var isMouseOn = false
    /// Whether a refresh that was due is under way, and when it was asked for.
    var isRenewing = false
    var renewedAt: Date?
}
