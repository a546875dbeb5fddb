public import FoundationEssentials

/// A successful answer of the token endpoint (RFC 6749 §5.1), with the moment it was asked for.
public struct TokenResponse: Sendable, Hashable {
    public let accessToken: Secret
    /// As received; it has been checked to be `Bearer` or `DPoP`, in whatever case, or `N_A`.
    public let tokenType: String
    /// How long the access token lives, counted from the request.
    ///
    /// Zero is expired and `nil` unknown: absent, null, or no number. A negative value counts as zero and one beyond a
    /// hundred years as a hundred years.
    public let expiresIn: Duration?
    public let refreshToken: Secret?
    /// How long the refresh token lives; `nil` where the provider does not say, or says that it does not end by itself.
    public let refreshLifetime: RefreshTokenLifetime?
    public let idToken: Secret?
    /// The granted scope; `nil` where the provider leaves it out, because it is what was asked for or as before.
    public let scope: [String]?
    /// What kind of token came, where a token exchange says so (RFC 8693 §2.2.1).
    public let issuedTokenType: String?
    /// When the request was about to be sent, by the wall clock and by ``SessionClock/uptime``: lifetimes count from here.
    public let requestedAt: Date
    public let requestedAtUptime: Duration
    /// When the answer was made, by the provider's `Date` field.
    public let providerDate: Date?

    public init(
        accessToken: Secret, tokenType: String = "Bearer", expiresIn: Duration?, refreshToken: Secret? = nil,
        refreshLifetime: RefreshTokenLifetime? = nil, idToken: Secret? = nil, scope: [String]? = nil,
        issuedTokenType: String? = nil, requestedAt: Date, requestedAtUptime: Duration, providerDate: Date? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.refreshLifetime = refreshLifetime
        self.idToken = idToken
        self.scope = scope
        self.issuedTokenType = issuedTokenType
        self.requestedAt = requestedAt
        self.requestedAtUptime = requestedAtUptime
        self.providerDate = providerDate
    }
}

/// How long a refresh token lives, counted from the request, and which member of the answer says so.
///
/// For display alone: a token whose time seems to be over is sent all the same, for the provider's clock decides.
public struct RefreshTokenLifetime: Sendable, Hashable {
    public let duration: Duration
    public let source: TokenExpiry.Source

    public init(duration: Duration, source: TokenExpiry.Source) {
        self.duration = duration
        self.source = source
    }
}
