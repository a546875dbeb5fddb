/// The outcome of a request to the token endpoint.
package enum TokenOutcome: Sendable, Hashable {
    case granted(TokenResponse)
    /// `invalid_grant`, whatever status it came with: the refresh token, code or password is invalid for good. To a
    /// refresh also an error that demands a sign-in.
    case rejected(OAuthError)
    /// A refresh token was refused, with or without an OAuth error, and it may be invalid: many providers never say
    /// `invalid_grant`.
    case doubtful(RefreshRefusal, retryAfter: Duration?)
    /// Any other OAuth error: it says nothing about the grant.
    case refused(OAuthError)
    /// A success that can't be used but for its refresh token, which may be the only good one from now on.
    case unusable(SessionError, TokenResponse)
    /// No usable answer: the network, a 5xx, a 429, something unparsable.
    case failed(SessionError)

    /// The response, or the error as a sign-in throws it.
    func tokens() throws(SessionError) -> TokenResponse {
        switch self {
        case .granted(let response): return response
        case .rejected(let error): throw .signInDenied(error)
        case .doubtful(let refusal, let delay): throw refusal.sessionError(retryAfter: delay)
        case .refused(let error): throw .refused(error, during: .token)
        case .failed(let error), .unusable(let error, _): throw error
        }
    }
}

extension TokenOutcome {
    /// The outcome where it was a refresh token that was sent.
    var ofRefresh: TokenOutcome {
        switch self {
        case .failed(.server(let status, .token, let delay, let reason)):
            RefreshTokenVerdict(status: status, error: nil) == .doubtful
                ? .doubtful(.unexplained(status: status, reason: reason), retryAfter: delay) : self
        case .refused(let error):
            switch RefreshTokenVerdict(status: error.status ?? 400, error: error.code) {
            case .dead: .rejected(error)
            case .doubtful: .doubtful(.named(error), retryAfter: nil)
            case .unharmed: self
            }
        default: self
        }
    }
}

extension RefreshRefusal {
    /// The error that callers get while the session is kept.
    func sessionError(retryAfter delay: Duration?) -> SessionError {
        switch self {
        case .named(let error): .refused(error, during: .token)
        case .unexplained(let status, let reason):
            .server(status: status, during: .token, retryAfter: delay, reason: reason)
        }
    }
}
