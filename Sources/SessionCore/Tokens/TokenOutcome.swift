/// The outcome of a request to the token endpoint.
package enum TokenOutcome: Sendable, Hashable {
    case granted(TokenResponse)
    /// `invalid_grant`, whatever status it came with: the refresh token, code or password is invalid for good. To a
    /// refresh also an error that demands a sign-in.
    case rejected(OAuthError)
    /// A refresh token was refused, with or without an OAuth error, and it may be invalid: many providers never say
    /// `invalid_grant`.
    case doubtful(RefreshRefusal, RefusalManner)
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
        case .doubtful(let refusal, let manner): throw refusal.sessionError(retryAfter: manner.retryAfter)
        case .refused(let error): throw .refused(error, during: .token)
        case .failed(let error), .unusable(let error, _): throw error
        }
    }
}

/// How a refusal came.
package struct RefusalManner: Sendable, Hashable {
    /// Whether nothing but its status says anything: see ``RefreshTokenVerdict/bare``.
    package var isBare = false
    /// How long the provider asked to be left alone.
    package var retryAfter: Duration?

    package init(isBare: Bool = false, retryAfter: Duration? = nil) {
        self.isBare = isBare
        self.retryAfter = retryAfter
    }
}

extension TokenOutcome {
    /// The outcome where it was a refresh token that was sent, and this was the body of the answer.
    func ofRefresh(answeredBy body: some RandomAccessCollection<UInt8>) -> TokenOutcome {
        switch self {
        case .failed(.server(let status, .token, let delay, let reason)):
            let body = RefusalBody(body, error: nil)
            switch RefreshTokenVerdict(status: status, body: body) {
            case .doubtful, .bare:
                return .doubtful(
                    .unexplained(status: status, reason: reason),
                    RefusalManner(isBare: body == .bare, retryAfter: delay))
            case .dead, .unharmed:
                guard body == .page, RefreshTokenVerdict(status: status, body: .bare) == .bare else { return self }
                return .failed(.unintelligible("it is a web page, with status \(status)", during: .token))
            }
        case .refused(let error):
            switch RefreshTokenVerdict(status: error.status ?? 400, body: .error(error.code)) {
            case .dead: return .rejected(error)
            case .doubtful, .bare: return .doubtful(.named(error), RefusalManner())
            case .unharmed: return self
            }
        default: return self
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
