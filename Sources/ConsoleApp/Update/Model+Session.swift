import FoundationEssentials
import SessionCore

extension Model {
    /// What the session tells of itself.
    mutating func takeSession(_ message: Message) {
        switch message {
        case .statusChanged(let status): take(status)
        case .eventHappened(let event): take(event)
        case .refreshEnded(.failure(let error)): report(error, "The refresh failed")
        case .userInfoEnded(.failure(let error)): report(error, "User info could not be fetched")
        case .signOutEnded(.success):
            response = ResponseState()
            notice = nil
        case .signOutEnded(.failure(let error)):
            report(error, "Not signed out")
            notice?.advice = "you are still signed in; O signs out even so"
        default: break
        }
    }

    private mutating func take(_ status: SessionStatus) {
        self.status = status
        if let token = status.idToken, idTokenSeen?.fingerprint != token.fingerprint {
            idTokenSeen = (token.fingerprint, now)
        }
        userInfo.show(status.userInfo)
        if let card, status.state.isAuthenticated, status.generation > card.generation { self.card = nil }
    }

    private mutating func take(_ event: SessionEvent) {
        events.append(event)
        calls.burst?.note(event, in: events)
        switch event.kind {
        case .forcedOut(let end) where lastLostGeneration != event.generation:
            lastLostGeneration = event.generation
            card = ForcedLogoutCard(event, end: end, log: events, before: status)
        case .signedIn:
            card = nil
        case .devicePollPending(let delay, let slowDown):
            notePoll(nextAt: event.time.addingTimeInterval(delay / .seconds(1)), slowDown: slowDown)
        case .strayRedirect(let stray): noteInSignIn("\(stray)")
        case .idTokenRejected:
            noteInSignIn("its claims: in the events, on the line of the rejected ID token, with enter")
        default: break
        }
    }

    /// Puts an error where it stays until it is dismissed; what was cancelled is no error.
    mutating func report(_ error: SessionError, _ what: String) {
        guard error != .cancelled else { return }
        notice = Notice(.bad, "\(what): \(error)", advice: NextStep(after: error).consoleText)
    }
}
