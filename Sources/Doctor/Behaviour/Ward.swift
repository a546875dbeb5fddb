import FoundationEssentials
import SessionCore

/// What experiments are done with: the provider, a session of the doctor's own, and what earlier experiments showed.
struct Ward: Sendable {
    let provider: ProviderChannel
    /// Where access tokens are tried if the provider has no userinfo.
    let resource: URL?
    let signIn: @Sendable (SignInContext) async throws -> SignInResult
    /// The session; `nil` where the next experiment needs a new sign-in.
    var session: OwnSession?
    /// Whether a refresh brings another refresh token.
    var rotates: Bool?
    /// What the first refresh brought.
    var refreshed: TokenResponse?
    /// The session in which a spent token was refused.
    var robbed: OwnSession?
    /// Whether a fresh access token was accepted where it is tried, so that a refusal means something.
    var canTellAccess = false

    /// The session, after a new sign-in where there is none.
    mutating func live() async throws(Halt) -> OwnSession {
        if let session { return session }
        let result: SignInResult
        do {
            result = try await signIn(SignInContext(provider: provider))
        } catch let error as SessionError {
            if case .server(429, _, let delay, _) = error { throw .rateLimited(delay) }
            throw error == .cancelled ? .cancelled : .noSession(error)
        } catch {
            throw .cancelled
        }
        let new = OwnSession(result)
        session = new
        return new
    }

    /// Sends a refresh token; throws where the answer is about the rate and not about the token.
    func refresh(_ token: Secret) async throws(Halt) -> TokenOutcome {
        let outcome = await TokenEndpoint(provider).refresh(token)
        switch outcome {
        case .failed(.server(429, _, let delay, _)): throw .rateLimited(delay)
        case .refused(let error) where ["slow_down", "ratelimited"].contains(error.code): throw .rateLimited(nil)
        case .failed(.cancelled): throw .cancelled
        default: return outcome
        }
    }

    /// Whether an access token is accepted now; `nil` where that can't be seen.
    func accepts(_ token: Secret) async -> Bool? {
        let provider = provider
        if (try? await provider.url(of: .userInfo)) != nil {
            switch await UserInfoEndpoint(provider).fetch(accessToken: token, subject: nil) {
            case .fetched: return true
            case .unauthorized, .tokenRejected: return false
            case .failed: return nil
            }
        }
        guard let resource, provider.configuration.proofKey == nil else { return nil }
        let request = HTTPRequest(
            url: resource,
            headers: ["Authorization": "Bearer \(token.reveal())", "Accept": "application/json, text/event-stream"],
            redirects: .doNotFollow, timeout: .seconds(10))
        guard let status = try? await provider.channel.send(request, for: .request).status else { return nil }
        return StatusMeaning(status) == .temporary ? nil : status != 401
    }

    /// Whether a token that should be dead by now is; `nil` where that can't be seen.
    func isDead(_ token: Secret) async -> Bool? { canTellAccess ? await accepts(token).map { !$0 } : nil }

    /// Revokes a token; throws what the provider answers.
    func revoke(_ token: Secret, _ kind: TokenRevocation.Kind) async throws(SessionError) {
        try await RevocationEndpoint(provider).revoke(token, kind: kind)
    }

    /// Waits until so much time has passed since a moment of ``SessionClock/uptime``.
    func wait(_ duration: Duration, since start: Duration) async throws(Halt) {
        let clock = provider.channel.clock
        let rest = start + duration - clock.uptime
        guard rest > .zero else { return }
        do { try await clock.sleep(for: rest) } catch { throw .cancelled }
    }

    /// Ends the session that is left over, as far as the provider lets it.
    mutating func end() async {
        guard let session else { return }
        self.session = nil
        if let token = session.refreshToken {
            try? await revoke(token, .refresh)
        } else {
            try? await revoke(session.tokens.accessToken, .access)
        }
    }
}

extension TokenOutcome {
    var granted: TokenResponse? {
        switch self {
        case .granted(let response), .unusable(_, let response): response
        default: nil
        }
    }

    /// Whether the token was refused for what it is.
    var isRefusal: Bool {
        switch self {
        case .rejected, .doubtful: true
        default: false
        }
    }

    /// What came instead of tokens: a clause.
    var words: String {
        switch self {
        case .granted, .unusable: "granted"
        case .rejected(let error), .refused(let error), .doubtful(.named(let error), _): Shown.cut(error.code, to: 80)
        case .doubtful(.unexplained(let status, _), _): "\(status)"
        case .failed(let error): "\(error)"
        }
    }
}
