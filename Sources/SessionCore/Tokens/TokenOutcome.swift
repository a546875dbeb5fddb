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
    ///
    /// Every refusal makes it doubtful but those that are about something else: providers have a great many words for
    /// "sign in again", and few for the rest.
    var ofRefresh: TokenOutcome {
        switch self {
        case .failed(.server(let status, .token, let delay, let reason)) where Self.bareRefusals.contains(status):
            .doubtful(.unexplained(status: status, reason: reason), retryAfter: delay)
        // A 404 is about the address, whatever its body says.
        case .refused(let error) where error.status == 404 || Self.errorsOfSomethingElse.contains(error.code): self
        case .refused(let error) where Self.errorsThatDemandASignIn.contains(error.code): .rejected(error)
        case .refused(let error): .doubtful(.named(error), retryAfter: nil)
        default: self
        }
    }

    /// The statuses that refuse a refresh token without an OAuth error; others are a proxy's or a firewall's as well.
    private static let bareRefusals: Set<Int> = [400, 401, 403, 422]

    /// OpenID Connect Core §3.1.2.6, as Entra answers a refresh.
    private static let errorsThatDemandASignIn: Set<String> = [
        "interaction_required", "login_required", "consent_required",
    ]

    /// What is about the client or the request, or passes by itself.
    private static let errorsOfSomethingElse: Set<String> = [
        // RFC 6749 §5.2 and §4.1.2.1, RFC 8628 §3.5, RFC 8707 §2, RFC 9449 §5 and §8.
        "invalid_client", "unsupported_grant_type", "invalid_scope", "server_error", "temporarily_unavailable",
        "slow_down", "invalid_target", "invalid_dpop_proof", "use_dpop_nonce",
        // GitHub's and Slack's words for the same.
        "incorrect_client_credentials", "bad_client_secret", "invalid_client_id", "internal_error", "fatal_error",
        "service_unavailable", "ratelimited",
    ]
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
