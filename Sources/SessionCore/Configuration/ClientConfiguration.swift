public import FoundationEssentials

/// Which client this is, at which provider, and how its session behaves.
///
/// A plain value; ``Session/configure()`` calls ``validate()``.
public struct ClientConfiguration: Sendable, Hashable {
    /// The issuer exactly as the provider writes it: a trailing slash counts.
    public var issuer: String
    /// The `client_id` that the provider registered (RFC 6749 §2.2), in plain ASCII.
    public var clientID: String
    /// How the client authenticates at the token, revocation, introspection, device and PAR endpoints.
    ///
    /// The default, ``ClientAuthentication/none``, is a public client.
    public var authentication: ClientAuthentication
    /// The scope that sign-ins ask for, in order; empty leaves the parameter out.
    public var scope: [String] {
        didSet { clientCredentialsScope = scope }
    }
    /// The values of ``scope`` that are left out where the provider lists the scopes that it knows
    /// (`scopes_supported`), and not these; none by default.
    public var optionalScope: Set<String> = []
    /// The scope that the grants without a person ask for (client credentials, JWT bearer, token exchange): ``scope``
    /// where that was given, and none by default.
    ///
    /// The default of ``scope`` is about a user, and those grants have none.
    public var clientCredentialsScope: [String]
    /// Where the access token may go besides the userinfo endpoint, by origin.
    public var apis: [URL]
    /// Whether the access token goes only to URLs within the paths of ``apis``, and not to all of their origins; off by
    /// default.
    ///
    /// For a resource that has a path, and others beside it at its origin (RFC 9728 §7.3).
    public var keepsTokenToPaths = false
    /// Endpoints that replace those of discovery; none of these is looked up.
    ///
    /// With a token endpoint here, a provider that publishes no metadata, or whose metadata can't be had now, can be
    /// used too.
    public var endpoints: [ProviderEndpoint: URL] = [:]
    /// Whether tokens, codes and secrets may travel over plain http beyond loopback; off by default.
    public var allowsPlainHTTP = false
    /// How the session handles a 401 to a request with its token.
    public var unauthorizedPolicy = UnauthorizedPolicy.refreshThenForceLogout
    /// How long before its end an access token is renewed; 30 s by default.
    public var refreshMargin = Duration.seconds(30)
    /// How long a refresh may take before it fails for all its waiters; 30 s by default.
    public var refreshDeadline = Duration.seconds(30)
    /// Whether to refresh even where the tokens can't be stored, and keep them in memory until they can; on by default.
    ///
    /// For a program that ends at once they would be lost, and the session with them. Off, nothing is spent unless the
    /// store has just been written.
    public var refreshesUnstored = true
    /// How far the provider's clock may be off when an ID token's times are judged; 60 s by default.
    public var clockTolerance = Duration.seconds(60)
    /// The signature algorithms accepted for ID tokens and signed userinfo; those with a public key are narrowed
    /// further by the provider's own list.
    ///
    /// The HS* ones count only where they are named here, which requires a client secret.
    public var idTokenAlgorithms = ClientConfiguration.asymmetricAlgorithms
    /// Whom an ID token may be for besides this client where it names several and has no `azp` (OpenID Connect Core
    /// §3.1.3.7); empty by default.
    public var trustedAudiences: Set<String> = []
    /// The APIs that tokens are asked for (`resource`, RFC 8707).
    public var resources: [String] = []
    /// The `audience` parameter that some providers use instead of RFC 8707's `resource`.
    public var audience: String?
    /// Further parameters of the session's token requests, those of its sign-in and of its refreshes; none of
    /// ``reservedTokenParameters``.
    public var tokenParameters: FormParameters = [:]
    /// The key that the session's tokens are bound to (DPoP, RFC 9449); `nil`, the default, asks for bearer tokens.
    ///
    /// With a key a provider that gives bearer tokens is refused. A proof is valid for one URL: where a redirect is
    /// followed, each message has its own.
    public var proofKey: ProofKey?
    /// Whether authorization requests are pushed (RFC 9126) although the provider does not insist on it.
    public var pushesAuthorizationRequests = false
    /// How often the store is read for changes by other processes while the session is used; every 100 ms by default.
    ///
    /// A call that finds this due and has a token that will do waits for the store for 50 ms at most; what is read
    /// later counts for the calls after it. `nil` is for a store that no other process uses: it is read by
    /// ``Session/configure()``, and by what holds its lock to write it.
    public var storeCheckInterval: Duration? = .milliseconds(100)
    /// How many of the latest events a session keeps for later subscribers; 200 by default, which take about 100 kB.
    ///
    /// Whoever subscribes at the beginning misses none, however few are kept: see ``Session/events()``. With 0 a
    /// message is not described as long as nobody subscribes.
    public var keptEvents = 200
    /// What the record of the session's end names this program by, for the processes that share the store.
    public var program: String?

    /// Creates a configuration; nothing is checked before ``validate()``.
    /// - Parameters:
    ///   - issuer: The issuer identifier, character by character as the provider publishes it.
    ///   - clientID: The `client_id` that the provider registered.
    ///   - authentication: A public client's, which is none, by default.
    ///   - scope: `nil` asks for `openid`, and for no scope in the grants without a person.
    ///   - apis: Any URL of each origin that may get the access token; without one ``Session/send(_:authorization:)``
    ///     refuses every request that needs the token.
    public init(
        issuer: String, clientID: String, authentication: ClientAuthentication = .none, scope: [String]? = nil,
        apis: [URL] = []
    ) {
        self.issuer = issuer
        self.clientID = clientID
        self.authentication = authentication
        self.scope = scope ?? ["openid"]
        clientCredentialsScope = scope ?? []
        self.apis = apis
    }

    /// Every algorithm of RFC 7518 §3.1, RFC 8037 and RFC 9864 with a public key.
    public static let asymmetricAlgorithms: Set<String> = [
        "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
        "Ed25519",
    ]
    /// The parameters of a token request that the session and its flows set themselves.
    ///
    /// They are what is given for the tokens, who the client is, and what has a property here (RFC 6749 §4 and §6, RFC
    /// 7521 §4, RFC 7523 §2, RFC 7636 §4.5, RFC 8628 §3.4, RFC 8693 §2.1, RFC 8707 §2).
    public static let reservedTokenParameters: Set<String> = [
        "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "username", "password", "device_code",
        "assertion", "subject_token", "subject_token_type", "client_id", "client_secret", "client_assertion",
        "client_assertion_type", "scope", "audience", "resource",
    ]
    /// Those with a shared secret (RFC 7518 §3.2).
    public static let symmetricAlgorithms: Set<String> = ["HS256", "HS384", "HS512"]
}
