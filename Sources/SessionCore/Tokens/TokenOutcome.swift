/// The outcome of a request to the token endpoint.
package enum TokenOutcome: Sendable, Hashable {
    case granted(TokenResponse)
    /// `invalid_grant`, whatever status it came with: the refresh token, code or password is invalid for good.
    case rejected(OAuthError)
    /// A refresh token was refused with 400, 401 or 403 and no OAuth error, or one that does not say why: it may be
    /// invalid. Some providers never say `invalid_grant`.
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
    private static let doubtfulStatuses: Set<Int> = [400, 401, 403]
    private static let doubtfulErrors: Set<String> = ["invalid_request", "invalid_token"]

    /// The outcome where it was a refresh token that was sent.
    var ofRefresh: TokenOutcome {
        switch self {
        case .failed(.server(let status, .token, let delay, _)) where Self.doubtfulStatuses.contains(status):
            .doubtful(.unexplained(status: status), retryAfter: delay)
        case .refused(let error)
        where Self.doubtfulErrors.contains(error.code) && Self.doubtfulStatuses.contains(error.status ?? 0):
            .doubtful(.named(error), retryAfter: nil)
        default: self
        }
    }
}

extension RefreshRefusal {
    /// The error that callers get while the session is kept.
    func sessionError(retryAfter delay: Duration?) -> SessionError {
        switch self {
        case .named(let error): .refused(error, during: .token)
        case .unexplained(let status): .server(status: status, during: .token, retryAfter: delay)
        }
    }
}
