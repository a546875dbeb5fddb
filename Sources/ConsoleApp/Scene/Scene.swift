import FoundationEssentials
import SessionCore

/// What every pane and dialog sees besides its own state: the session as it is known now, and the moment.
struct Scene: Sendable {
    var context: ConsoleContext
    var status = SessionStatus()
    var history = EventLog()
    var armedFaults: Set<Fault> = []
    var signInOffers = SignInOffers.unknown
    /// The present moment, and how moments are shown.
    var time: TimeText

    var now: Date { time.now }
    var isSignedIn: Bool { status.state.isAuthenticated }
}
