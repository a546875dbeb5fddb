/// What a refresh sends for the session's next tokens.
enum Renewal: Sendable {
    /// The refresh token, which may be spent by it (RFC 6749 §6).
    case refreshToken(Secret)
    /// The sign-in's own request once more, in place of this access token (RFC 6749 §4.4.3).
    case repetition(any RepeatableSignInFlow, replacing: Secret)

    /// The refresh token that is sent.
    var refreshToken: Secret? {
        if case .refreshToken(let token) = self { token } else { nil }
    }

    /// Whether the session still has what this replaces.
    func replaces(_ credentials: Credentials?) -> Bool {
        switch self {
        case .refreshToken(let token): credentials?.refresh == token
        case .repetition(_, let access): credentials?.access == access
        }
    }
}

extension TokenEndpoint {
    /// Asks for new tokens.
    func renew(by renewal: Renewal, for client: ClientConfiguration) async -> TokenOutcome {
        switch renewal {
        case .refreshToken(let token): return await refresh(token)
        case .repetition(let flow, _):
            do {
                return await request(try await flow.grant(for: client)).ofRepetition
            } catch let error as SessionError {
                return .failed(error)
            } catch {
                return .failed(error is CancellationError ? .cancelled : .unintelligible("\(error)", during: .token))
            }
        }
    }
}

extension TokenOutcome {
    /// The outcome where the sign-in's request was sent again: the provider keeps no session that a refusal could end,
    /// and the next request may be granted.
    fileprivate var ofRepetition: TokenOutcome {
        switch self {
        case .rejected(let error): .refused(error)
        case .unusable(let error, _): .failed(error)
        case .granted, .doubtful, .refused, .failed: self
        }
    }
}
