package import SessionCore

/// Something to be done outside the model, as an imperative; what comes of it returns as a ``Message``.
package enum Effect: Sendable {
    /// Asks the provider which ways to sign in it has; answers with ``Message/signInOffersCame(_:)``.
    case askSignInOffers
    /// Ends with ``Message/signInEnded(_:)``, after a device prompt or an authorization URL where the flow has one.
    case signIn(SignInChoice)
    /// Frees the port and stops polling; ends with ``Message/signInEnded(_:)`` as cancelled.
    case cancelSignIn
    /// Hands a pasted redirect URL to the sign-in that waits for one.
    case submitRedirect(String)
    case signOut(force: Bool)
    case refresh
    case fetchUserInfo

    /// Sends a request once for every identity, all at the same time; each ends with its own
    /// ``Message/responseArrived(_:_:)``.
    case send([CallID], HTTPRequest, RequestAuthorization)
    /// Cancels these calls; each still ends with its ``Message/responseArrived(_:_:)``.
    case cancelCalls([CallID])
    /// Builds a ``PreparedBody`` away from the main actor.
    case prepareBody(CallID, [UInt8], contentType: String?)

    case fault(FaultCommand)
    /// Answers with ``Message/tokenRevealed(_:_:)`` or ``Message/tokenUnavailable(_:reason:)``.
    case reveal(TokenKind)

    /// Copies text, named for the notice that follows.
    case copy(String, name: String)
    /// Copies the present access token; the person was asked.
    case copyAccessToken
    /// Opens text in `$EDITOR`; ends with ``Message/edited(_:_:)``.
    case edit(EditSubject, String)
    /// Opens text in `$PAGER`.
    case view(String)

    case suspend
    case redraw
    case quit
}
