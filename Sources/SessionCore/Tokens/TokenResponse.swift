public import FoundationEssentials

/// A successful answer of the token endpoint (RFC 6749 §5.1), with the moment it was asked for.
public struct TokenResponse: Sendable, Hashable {
    /// The access token, never empty.
    public let accessToken: Secret
    /// As received; it has been checked to be `Bearer` or `DPoP`, in whatever case, or `N_A`.
    public let tokenType: String
    /// How long the access token lives, counted from the request.
    ///
    /// Zero is expired and `nil` unknown: absent, null, or no number. A negative value counts as zero and one beyond a
    /// hundred years as a hundred years.
    public let expiresIn: Duration?
    /// The refresh token; `nil` where the answer has none: after a refresh the one before stays valid (RFC 6749 §6).
    public let refreshToken: Secret?
    /// How long the refresh token lives; `nil` where the provider does not say, or says that it does not end by itself.
    public let refreshLifetime: RefreshTokenLifetime?
    /// How long what the user allowed lasts, whatever tokens are issued for it; `nil` where the provider does not say.
    ///
    /// This is `authorization_expires_in` of draft-ietf-oauth-refresh-token-expiration.
    public let authorizationLifetime: Duration?
    /// The ID token as received, unchecked; `nil` where the answer has none.
    public let idToken: Secret?
    /// The granted scope; `nil` where the provider leaves it out, because it is what was asked for or as before.
    public internal(set) var scope: [String]?
    /// What kind of token came, where a token exchange says so (RFC 8693 §2.2.1).
    public let issuedTokenType: String?
    /// When the request was about to be sent, by the wall clock and by ``SessionClock/uptime``: lifetimes count from
    /// here.
    public let requestedAt: Date
    /// The moment of ``requestedAt`` by ``SessionClock/uptime``.
    public let requestedAtUptime: Duration
    /// When the answer was made, by the provider's `Date` field.
    public let providerDate: Date?

    /// The whole answer as JSON; `nil` where the response was not read from one.
    var json: Secret?

    /// Creates a response, for sign-in flows that get their tokens in a way of their own.
    public init(
        accessToken: Secret, tokenType: String = "Bearer", expiresIn: Duration?, refreshToken: Secret? = nil,
        refreshLifetime: RefreshTokenLifetime? = nil, authorizationLifetime: Duration? = nil, idToken: Secret? = nil,
        scope: [String]? = nil, issuedTokenType: String? = nil, requestedAt: Date, requestedAtUptime: Duration,
        providerDate: Date? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.refreshLifetime = refreshLifetime
        self.authorizationLifetime = authorizationLifetime
        self.idToken = idToken
        self.scope = scope
        self.issuedTokenType = issuedTokenType
        self.requestedAt = requestedAt
        self.requestedAtUptime = requestedAtUptime
        self.providerDate = providerDate
    }
}

extension TokenResponse: CustomStringConvertible {
    /// Which tokens came, by their short public names, for how long and for what scope, for logs.
    public var description: String {
        var parts = ["\(tokenType) token \(accessToken.fingerprint)" + (expiresIn.map { " for \($0.inWords)" } ?? "")]
        if let refreshToken { parts.append("refresh token \(refreshToken.fingerprint)") }
        if idToken != nil { parts.append("ID token") }
        if let scope { parts.append("scope \(scope.joined(separator: " "))") }
        return parts.joined(separator: ", ")
    }
}

/// How long a refresh token lives, counted from the request, and which member of the answer says so.
///
/// For display alone: a token whose time seems to be over is sent all the same, for the provider's clock decides.
public struct RefreshTokenLifetime: Sendable, Hashable {
    /// The lifetime, counted from the request; always positive.
    public let duration: Duration
    /// The member that names it, such as ``TokenExpiry/Source/refreshTokenTimeout``.
    public let source: TokenExpiry.Source

    /// Creates a lifetime.
    public init(duration: Duration, source: TokenExpiry.Source) {
        self.duration = duration
        self.source = source
    }
}
