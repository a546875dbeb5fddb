/// What a request to the token endpoint came to.
package enum TokenOutcome: Sendable, Hashable {
    case granted(TokenResponse)
    /// `invalid_grant`, whatever status it came with: the refresh token, code or password is no good and never will be.
    case rejected(OAuthError)
    /// Any other OAuth error: it says nothing about the grant.
    case refused(OAuthError)
    /// No usable answer: the network, a 5xx, a 429, something unparsable.
    case failed(SessionError)

    /// The response, or the error as a sign-in throws it.
    func tokens() throws(SessionError) -> TokenResponse {
        switch self {
        case .granted(let response): return response
        case .rejected(let error): throw .signInDenied(error)
        case .refused(let error): throw .refused(error, during: .token)
        case .failed(let error): throw error
        }
    }
}
