package import FoundationEssentials
package import SessionCore
package import TerminalUI

/// Something that happened, in the past tense: the only way into ``update(_:_:)``.
package enum Message: Sendable {
    // The terminal
    case keyPressed(Key)
    case resized(Size)
    /// Time went on; also sent before any other message, so that what is timed in the model is exact.
    case ticked(Date, secondsFromUTC: Int)
    /// The terminal is ours again, after a suspend, an editor or a pager.
    case terminalResumed

    /// The console is about to end, or to stop as by ctrl-z, and waits up to `limit` for this work of the session.
    case departureDelayed(Departure, work: Set<SessionWork>, limit: Duration)

    // The session
    case contextChanged(ConsoleContext)
    case statusChanged(SessionStatus)
    case eventHappened(SessionEvent)
    case refreshEnded(Result<Void, SessionError>)
    case userInfoEnded(Result<Void, SessionError>)
    /// The page that ends the provider's own session was opened, or is not to be had.
    case endSessionShown(EndSessionPage)
    case signOutEnded(Result<[TokenRevocation], SessionError>)

    // Signing in
    /// What the provider has, by its metadata.
    case signInOffersCame(SignInOffers)
    /// The provider answered a device sign-in with a code.
    case devicePromptShown(DevicePrompt)
    /// The sign-in page's URL is known; whether a browser was started with it.
    case authorizationURLReady(String, openedInBrowser: Bool)
    /// The pasted text is not a redirect URL.
    case redirectRefused(String)
    case signInEnded(Result<Void, SessionError>)

    // Calls
    case responseArrived(CallID, Result<AuthorizedResponse, SessionError>)
    /// A large body was made ready to be shown: the answer to ``Effect/prepareBody(_:_:contentType:)``.
    case bodyPrepared(CallID, PreparedBody)

    // The rest
    case faultsChanged(armed: Set<Fault>)
    case faultFailed(Fault, reason: String)
    case tokenRevealed(TokenKind, Secret)
    case tokenUnavailable(TokenKind, reason: String)
    /// Text was sent towards the clipboard; it can't be known whether it arrived.
    case copied(String, CopyOutcome)
    /// The editor was left; the text it saved, or why there is none.
    case edited(EditSubject, Result<String, ToolFailure>)
    /// The pager could not be run.
    case viewFailed(ToolFailure)
}

/// Where copied text went, as far as can be known.
package enum CopyOutcome: Sendable, Hashable {
    /// Written to the terminal as OSC 52; the terminal may ignore it.
    case sentToTerminal
    /// Not written, and why.
    case refused(String)
}

/// How the console gives the terminal back.
package enum Departure: Sendable, Hashable {
    case end
    case stop
}

/// What a person edits in `$EDITOR`.
package enum EditSubject: Sendable, Hashable {
    case request
}

/// Why an editor or a pager did not do its work, in words.
package struct ToolFailure: Error, Sendable, Hashable {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
