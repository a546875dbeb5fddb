package import FoundationEssentials
package import SessionCore

/// Something that changed what the screens show of one session, other than by keys: what a recording consists of.
package enum Occurrence: Sendable {
    /// What the session was opened on.
    case context(ConsoleContext)
    case event(SessionEvent)
    case status(SessionStatus)
    /// Calls were sent from the console.
    case sent([CallID], HTTPRequest, RequestAuthorization)
    case answered(CallID, Result<AuthorizedResponse, SessionError>)
    case faults([Fault: Fault.Arming])
    case tokens(TokenReading)
    case provider(ProviderState)
}

/// An occurrence and when it was noted, by the wall clock.
package struct Moment: Sendable {
    package var time: Date
    package var occurrence: Occurrence

    package init(time: Date, occurrence: Occurrence) { (self.time, self.occurrence) = (time, occurrence) }
}
