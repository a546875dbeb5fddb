package import ConsoleFaults
package import SessionCore
package import TerminalUI

/// Something to be done outside the model, as an imperative; its outcome returns as a ``Message``.
package enum Effect: Sendable {
    case session(SessionEffect)
    case signIn(SignInEffect)
    case discovery(DiscoveryEffect)
    case call(CallEffect)
    case requests(RequestEffect)
    case fault(FaultCommand)
    case provider(ProviderEffect)
    case tool(ToolEffect)
    case proxy(ProxyEffect)
    case terminal(TerminalEffect)
    case command(CommandEffect)
}

package enum SessionEffect: Sendable, Hashable {
    case refresh
    /// Refreshes the access token if that is due; ends with ``SessionMessage/renewalEnded``.
    case renew
    /// Ends with ``SessionMessage/userInfoEnded(_:)``, or silently where the person did not ask for it.
    case fetchUserInfo(isAsked: Bool)
    /// With `inBrowser` the page that ends the provider's own session is opened too.
    case signOut(force: Bool, inBrowser: Bool = false)
    /// Answers with ``SessionMessage/tokenRevealed(_:_:)`` or ``SessionMessage/tokenUnavailable(_:reason:)``.
    case reveal(TokenKind)
    /// Answers with ``Occurrence/tokens(_:)``, or not at all without a session.
    case readTokens
    /// Fetches the provider's keys and verifies one of the session's tokens; answers with
    /// ``SessionMessage/tokenVerified(_:_:)``.
    case verify(TokenKind, Fingerprint)
    /// Verifies a pasted token, which is not sent.
    case verifyPasted(Secret)
    /// Asks the provider about the access or the refresh token; ends with ``SessionMessage/introspectionEnded(_:_:)``.
    case introspect(TokenKind, Fingerprint)
    /// Looks at the provider from outside, without a token; each fact is a ``SessionMessage/factFound(_:_:)``, and ends
    /// with ``SessionMessage/examinationEnded(page:)``.
    case examineProvider
    /// Copies the present access token; the person was asked.
    case copyAccessToken
}

package enum SignInEffect: Sendable, Hashable {
    /// Asks the provider which ways to sign in it has; answers with ``SignInMessage/signInOffersCame(_:)``.
    case askOffers
    /// Ends with ``SignInMessage/signInEnded(_:)``, after a device prompt or an authorization URL where the flow has
    /// one.
    case start(SignInChoice, asking: StepUp = StepUp())
    /// Lets a device code wait beside the sign-in that is under way: the first of them that succeeds ends both.
    case addDevice(asking: StepUp)
    /// Frees the port and stops polling; ends with ``SignInMessage/signInEnded(_:)`` as cancelled.
    case cancel
    /// Hands a pasted redirect URL to the sign-in that waits for one.
    case submitRedirect(String)
}

package enum CallEffect: Sendable {
    /// Sends a request once for every identity, all at the same time; each ends with its own
    /// ``Occurrence/answered(_:_:)``.
    case send([CallID], HTTPRequest, RequestAuthorization)
    /// Masks these in all that is shown and kept from now on: a call that follows has them in it.
    case protect([Secret])
    /// Cancels these calls; each still ends with its ``Occurrence/answered(_:_:)``.
    case cancel([CallID])
    /// Builds a ``PreparedBody`` without holding up keys.
    case prepareBody(CallID, [UInt8], contentType: String?)
}

package enum ToolEffect: Sendable, Hashable {
    /// Copies text, named for the notice that follows.
    case copy(String, name: String)
    /// Opens the request as text in `$EDITOR`; ends with ``ToolMessage/edited(_:)``.
    case edit(String)
    /// Writes a new file; ends with ``ToolMessage/saved(path:_:)``.
    case save([UInt8], path: String)
    /// Writes what has happened as a page for a ticket; ends as ``save(_:path:)`` does.
    case saveTicket(Ticket, path: String)
    /// Opens text in `$PAGER`.
    case view(String)
    /// Gives the body of a call to a shell command; ends with ``ToolMessage/piped(_:command:_:)``.
    case pipe([UInt8], command: String, CallID)
}

/// What is done to the terminal of the program that is watched.
package enum CommandEffect: Sendable, Hashable {
    case type(Key)
    case resize(Size)
}

package enum TerminalEffect: Sendable, Hashable {
    case suspend
    case redraw
    case quit
    case setTheme(Theme.Choice)
    /// Shows another session than this one, or beside it.
    case showSession(SessionRequest)
    /// Reads the sessions of all profiles from their stores; answers with ``TerminalMessage/sessionsRead(_:)``.
    ///
    /// Again, a credential helper is not asked.
    case readSessions(again: Bool)
    /// Refuses a process the session of a profile; answers with ``TerminalMessage/cutOff(_:)``.
    ///
    /// One with another name than is known has its number since.
    case cutOff(process: Int, named: String?, of: String)
    /// Records the session to a new file, which has a name of its own where none is given; or ends that.
    case record(path: String?)
    /// Switches whether clicks and the wheel are reported, as ``Key/mouse(_:)``.
    case setMouse(isOn: Bool)
}
