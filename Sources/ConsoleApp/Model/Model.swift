package import FoundationEssentials
package import SessionCore
package import TerminalUI

/// All that the screen shows and all that keys act on.
///
/// Only ``update(_:_:)`` changes it.
package struct Model: Sendable {
    package internal(set) var context: ConsoleContext
    package internal(set) var status = SessionStatus()
    package internal(set) var size = Size.zero
    package internal(set) var now: Date
    var secondsFromUTC: Int
    var timeFormat = TimeFormat.local

    var focus = Panel.request
    /// Session and user info share a place where there is little room: the one that had the focus last.
    var lastInfoPanel = Panel.session
    var isZoomed = false
    var overlay: Overlay?
    var notice: Notice?
    /// What the console is about to do, as soon as the session's work is done; keys do nothing else then.
    var departure: Departure?

    var selectedToken = TokenKind.access
    var revealed: RevealedToken?
    /// When each ID token was first seen, for its bar: its status does not tell when it was obtained.
    var idTokenSeen: (fingerprint: Fingerprint, at: Date)?
    var userInfo = ClaimList()
    var request: RequestDraft
    var selectedField = RequestField.target
    var calls = CallLedger()
    var response = ResponseState()
    var events = EventLog()
    var card: ForcedLogoutCard?
    var lastLostGeneration: Int?
    var armedFaults: Set<Fault> = []
    var signInOffers = SignInOffers.unknown

    /// Creates the model of a console that has just been opened: nothing is known of the session yet.
    ///
    /// `secondsFromUTC` is the offset of the local time zone at `now`; `firstTarget` is the path or URL that the
    /// request panel begins with.
    package init(context: ConsoleContext, now: Date, secondsFromUTC: Int, firstTarget: String = "/") {
        self.context = context
        self.now = now
        self.secondsFromUTC = secondsFromUTC
        request = RequestDraft()
        request.target = firstTarget
    }

    var isSignedIn: Bool { status.state.isAuthenticated }

    var time: TimeText { TimeText(format: timeFormat, now: now, secondsFromUTC: secondsFromUTC) }
}
