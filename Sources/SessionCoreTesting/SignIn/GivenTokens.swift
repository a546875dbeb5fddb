import FoundationEssentials
public import SessionCore

/// A sign-in without a provider: it yields the tokens that it was created with, for tests of what comes afterwards.
public struct GivenTokens: SignInFlow {
    /// For events and display.
    public let name: String
    /// The access token.
    public var access: String
    /// How long the access token lives; `nil` is unknown.
    public var expiresIn: Duration?
    /// The refresh token; `nil` for a session that can't be refreshed.
    public var refresh: String?
    /// The user; `nil` for a sign-in without an ID token.
    public var subject: String?
    /// The granted scope; `nil` is what was asked for.
    public var scope: [String]?
    /// Holds the sign-in back until it opens; `nil`, the default, yields the tokens at once.
    public var gate: Gate?

    /// Creates a sign-in; its access token is accepted for a minute by the session's clock.
    public init(
        access: String = "A1", expiresIn: Duration? = .seconds(60), refresh: String? = "R1", subject: String? = nil,
        scope: [String]? = nil, name: String = "given", gate: Gate? = nil
    ) {
        self.name = name
        self.access = access
        self.expiresIn = expiresIn
        self.refresh = refresh
        self.subject = subject
        self.scope = scope
        self.gate = gate
    }

    /// Yields the tokens, as if they had been asked for when it began.
    public func signIn(_ context: SignInContext) async throws -> SignInResult {
        let clock = context.provider.channel.clock
        let (now, uptime) = (clock.now, clock.uptime)
        try await gate?.passed()
        let idToken = subject.map {
            ValidatedIDToken(
                token: Secret("id-token-of-\($0.filter(\.isASCII))"), trust: .verified(algorithm: "RS256", keyID: "k1"),
                issuer: context.configuration.issuer, subject: $0, expiresAt: now.addingTimeInterval(3_600),
                authenticatedAt: nil)
        }
        return SignInResult(
            tokens: TokenResponse(
                accessToken: Secret(access), expiresIn: expiresIn, refreshToken: refresh.map { Secret($0) },
                idToken: idToken?.token, scope: scope, requestedAt: now, requestedAtUptime: uptime),
            idToken: idToken)
    }
}
