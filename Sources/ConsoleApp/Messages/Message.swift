package import ConsoleKit
package import ConsoleFaults
package import Doctor
package import FoundationEssentials
package import SessionCore
package import TerminalUI

/// Something that happened, in the past tense: the only way into ``update(_:_:)``.
package enum Message: Sendable {
    /// What a recording keeps.
    case happened(Occurrence)
    case terminal(TerminalMessage)
    case session(SessionMessage)
    case signIn(SignInMessage)
    case discovery(DiscoveryMessage)
    case call(CallMessage)
    case requests(RequestMessage)
    case fault(FaultMessage)
    case provider(ProviderMessage)
    case tool(ToolMessage)
    case proxy(ProxyMessage)
    case command(CommandMessage)
}

package enum TerminalMessage: Sendable {
    case keyPressed(Key)
    case resized(Size)
    /// The time; also sent before any other message, so that times in the model are exact.
    case ticked(Date, secondsFromUTC: Int)
    /// The terminal is ours again, after a suspend, an editor or a pager.
    case terminalResumed
    /// The sessions of all profiles, or of those whose stores were read again.
    case sessionsRead([ProfileGlance])
    /// What cutting off a program did, and what goes on, a sentence each; they may contain text from outside.
    case cutOff(Result<[String], ToolFailure>)
    /// The console is about to end, or to stop as by ctrl-z, and waits up to `limit` for this work of the session.
    case departureDelayed(Departure, work: Set<SessionWork>, limit: Duration)
}

package enum SessionMessage: Sendable {
    case refreshEnded(Result<Void, SessionError>)
    /// A refresh that was due has ended, with or without new tokens: the session's events say which.
    case renewalEnded
    case userInfoEnded(Result<Void, SessionError>)
    case signOutEnded(Result<[TokenRevocation], SessionError>)
    /// The page that ends the provider's own session was opened, or there is none.
    case endSessionShown(EndSessionOpening)
    case tokenRevealed(TokenKind, Secret)
    case tokenUnavailable(TokenKind, reason: String)
    case tokenVerified(Fingerprint, TokenTrust)
    case examinationBegan
    /// A fact about the provider, with the messages that show it.
    case factFound(Finding, [HTTPExchange])
    /// All facts are found; the page has them as Markdown.
    case examinationEnded(page: String)
    case introspectionEnded(Fingerprint, Result<Introspection, SessionError>)
}

package enum SignInMessage: Sendable {
    /// What the provider has, by its metadata.
    case signInOffersCame(SignInOffers)
    /// The provider answered a device sign-in with a code.
    case devicePromptShown(DevicePrompt)
    /// The sign-in page's URL is known; whether a browser was started with it.
    case authorizationURLReady(String, openedInBrowser: Bool)
    /// Why the pasted text, or one of two flows that are under way, leads nowhere; the sign-in goes on.
    case redirectRefused(String)
    case signInEnded(Result<Void, SessionError>)
}

package enum CallMessage: Sendable {
    /// More of some answers has arrived.
    case bytesArrived([CallID: CallProgress])
    /// A large body was made ready to be shown: the answer to ``CallEffect/prepareBody(_:_:contentType:)``.
    case bodyPrepared(CallID, PreparedBody)
}

package enum FaultMessage: Sendable {
    case faultFailed(LabFault, reason: String)
}

package enum ToolMessage: Sendable {
    /// Text was sent towards the clipboard; it can't be known whether it arrived.
    case copied(String, CopyOutcome)
    /// The editor was left; the text it saved, or why there is none.
    case edited(Result<String, ToolFailure>)
    /// The editor saved a text and then ended with an error.
    case editFailed(String, ToolFailure)
    /// A body was written to a file, or why not.
    case saved(path: String, Result<Int, ToolFailure>)
    /// The pager could not be run.
    case viewFailed(ToolFailure)
    /// A command that the body of a call was given to has ended, or could not be run.
    case piped(CallID, command: String, Result<PipedBody, ToolFailure>)
}

package enum ProxyMessage: Sendable {
    /// With addresses of its own where another program has those of the profile.
    case opened([ProxyRoute], besideAnother: Bool = false)
    /// Its addresses are others now, because the user has cut off a program, here or elsewhere.
    case renewed([ProxyRoute], without: Caller? = nil)
    case closed
    /// Why it was not opened.
    case failed(ToolFailure)
    /// What it did not let pass or could not do; may contain text from outside.
    case refused(ToolFailure)
}

/// Where copied text went, as far as can be known.
package enum CopyOutcome: Sendable, Hashable {
    /// Written to the terminal as OSC 52; the terminal may ignore it.
    case sentToTerminal
    /// Too long for that, so shown outside of the console until the person had selected it.
    case printed
    /// Not written, and why.
    case refused(String)
}

/// How the console gives the terminal back.
package enum Departure: Sendable, Hashable {
    case end
    case stop
}
