import FoundationEssentials
import JOSE
import SessionCore

/// What experiments are done with: the provider, a session of the doctor's own, and what earlier experiments showed.
struct Ward: Sendable {
    let provider: ProviderChannel
    /// What the provider's answers have brought.
    let grants: OwnGrants
    /// By which resources are asked.
    let resourceChannel: Channel
    /// By what access tokens are tried if the provider has no userinfo.
    let resource: ResourceQuestion?
    /// Makes the flow of a sign-in.
    let makeFlow: @Sendable () throws -> any SignInFlow
    /// The session; `nil` where the next experiment needs a new sign-in.
    ///
    /// An experiment gives a session up by setting this: all end at the end.
    var session: OwnSession?
    /// How long access tokens live, by the answer of the last sign-in.
    var lifetime: Duration?
    /// Before then tokens are not asked for again, by ``SessionClock/uptime``.
    private(set) var nextRequest = Duration.zero
    /// Whether a refresh brings another refresh token.
    var rotates: Bool?
    /// The refresh token of the first refresh and when it was used, where no other one came.
    var unreplaced: (token: Secret, firstUse: Duration)?
    /// Whether a spent refresh token is refused at once; `nil` where that is not known.
    var refusesSpentAtOnce: Bool?
    /// Whether the session's access token was waited for until its end.
    var hasSeenExpiry = false
    /// How often somebody has signed in.
    private(set) var signInCount = 0
    /// What the first refresh brought.
    var refreshed: TokenResponse?
    /// The session in which a spent token was refused.
    var robbed: OwnSession?
    /// How the resource is asked with tokens that are none for it.
    var tokenQuestion: ResourceQuestion?
    /// The scopes that the resource lists, which need not be those that a request needs.
    var listedScope: [String] = []
    /// For which the provider issues a token that is none for the examined one; `nil` where none is named.
    var otherResource: URL?
    /// That of the first sign-in.
    private(set) var firstIDToken: Secret?
    /// Where access tokens are tried; `nil` where nothing tells.
    var witness: TokenWitness?

    /// The session, after a new sign-in where there is none.
    mutating func live() async throws(Halt) -> OwnSession {
        if let session { return session }
        let new = try await signIn(provider)
        session = new
        lifetime = new.tokens.expiresIn
        firstIDToken = firstIDToken ?? new.idToken?.token
        return new
    }

    /// A session of its own, whose client may ask for another scope.
    mutating func signIn(_ provider: ProviderChannel) async throws(Halt) -> OwnSession {
        try await wait(until: nextRequest)
        let result: SignInResult
        do { result = try await makeFlow().signIn(SignInContext(provider: provider)) } catch { throw Halt(error) }
        signInCount += 1
        keepApart(result.tokens)
        return OwnSession(result)
    }

    /// Lets a second go by after tokens that are made of whole seconds: those of the same second can be the same.
    private mutating func keepApart(_ tokens: TokenResponse) {
        guard tokens.idToken != nil || (try? JWT.parse(tokens.accessToken.reveal())) != nil else { return }
        nextRequest = provider.channel.clock.uptime + .seconds(1)
    }

    /// Takes over a session that came by the way, where none is there.
    mutating func adopt(_ tokens: TokenResponse, requestedScope: [String]) {
        if session == nil { session = OwnSession(tokens, requestedScope: requestedScope) }
    }

    /// Sends a refresh token; throws where the answer is about the rate and not about the token.
    mutating func refresh(_ token: Secret, scope: [String]? = nil) async throws(Halt) -> TokenOutcome {
        try await wait(until: nextRequest)
        return try await refreshAtOnce(token, scope: scope)
    }

    /// Refreshes without waiting.
    mutating func refreshAtOnce(_ token: Secret, scope: [String]? = nil) async throws(Halt) -> TokenOutcome {
        let outcome = try taken(await TokenEndpoint(provider).refresh(token, scope: scope))
        if let next = outcome.granted?.refreshToken, next != token, unreplaced?.token == token {
            (unreplaced, rotates) = (nil, true)
        }
        return outcome
    }

    /// Sends a refresh token twice at once.
    mutating func refreshTwice(_ token: Secret) async throws(Halt) -> [TokenOutcome] {
        try await wait(until: nextRequest)
        let endpoint = TokenEndpoint(provider)
        async let one = endpoint.refresh(token)
        async let two = endpoint.refresh(token)
        let outcomes = await [one, two]
        outcomes.compactMap(\.granted).forEach { keepApart($0) }
        if let halt = outcomes.lazy.compactMap({ Halt($0) }).first { throw halt }
        return outcomes
    }

    /// Redeems a code, with its verifier or without.
    mutating func redeem(_ grant: CodeGrant, sendingVerifier: Bool = true) async throws(Halt) -> TokenOutcome {
        try await wait(until: nextRequest)
        return try taken(await grant.redeem(at: provider, sendingVerifier: sendingVerifier))
    }

    private mutating func taken(_ outcome: TokenOutcome) throws(Halt) -> TokenOutcome {
        if let halt = Halt(outcome) { throw halt }
        if let tokens = outcome.granted { keepApart(tokens) }
        return outcome
    }

    /// Revokes a token; throws what the provider answers.
    func revoke(_ token: Secret, _ kind: TokenRevocation.Kind) async throws(SessionError) {
        try await RevocationEndpoint(provider).revoke(token, kind: kind)
    }

    /// Waits until a moment of ``SessionClock/uptime``.
    func wait(until moment: Duration) async throws(Halt) {
        let clock = provider.channel.clock
        let rest = moment - clock.uptime
        guard rest > .zero else { return }
        do { try await clock.sleep(for: rest) } catch { throw .cancelled }
    }
}

extension TokenResponse {
    /// When the access token ends, by ``SessionClock/uptime``; `nil` where the provider does not say.
    var endsAt: Duration? { expiresIn.map { requestedAtUptime + $0 } }
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
        case .failed(.server(let status, _, _, _)): "\(status)"
        case .failed(let error): "\(error)"
        }
    }
}
