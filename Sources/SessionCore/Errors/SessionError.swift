/// Everything a session throws; no case holds a token, a code or a secret.
///
/// New cases may come with any version.
@nonexhaustive
public enum SessionError: Error, Sendable, Hashable {
    /// What a message to the provider was for.
    public enum Purpose: String, Sendable, Hashable {
        /// The provider's metadata (OpenID Connect Discovery 1.0 §4, RFC 8414 §3).
        case discovery
        /// The provider's keys, from its `jwks_uri`.
        case keys = "JWKS"
        /// A pushed authorization request (RFC 9126 §2).
        case pushedAuthorization = "pushed authorization"
        /// The authorization request and its response, through a browser (RFC 6749 §4.1).
        case authorization
        /// A device authorization request (RFC 8628 §3.1).
        case deviceAuthorization = "device authorization"
        /// A token request of any grant, refreshes included (RFC 6749 §3.2).
        case token
        /// A userinfo request (OpenID Connect Core §5.3).
        case userInfo = "userinfo"
        /// A request to revoke a token (RFC 7009 §2.1).
        case revocation
        /// A question about a token (RFC 7662 §2.1).
        case introspection
        /// The page that signs the user out of the provider (OpenID Connect RP-Initiated Logout 1.0).
        case endSession = "end session"
        /// The registration of a client, or its end (RFC 7591 §3, RFC 7592 §2.3).
        case registration
        /// What an API publishes about itself (RFC 9728 §3).
        case resourceMetadata = "resource metadata"
        /// A caller's own request to an API.
        case request
    }

    /// Thrown when anything is asked of a session before ``Session/configure()`` has succeeded.
    case notConfigured
    /// Thrown when ``Session/configure()`` is called a second time.
    case alreadyConfigured
    /// Thrown when the client's configuration, or a flow's, can't work; says which setting, and why.
    case invalidConfiguration(setting: ClientSetting, reason: String)
    /// Thrown when authorisation is needed and there is no session.
    case noSession
    /// Thrown when the session has ended for good: only a new sign-in helps.
    case sessionExpired(SessionEnd)
    /// Thrown when another sign-in, or a sign-out, took the place of the session that the call began under.
    case sessionChanged
    /// Thrown when no answer came; the session is kept.
    case transport(TransportError, during: Purpose)
    /// Thrown when the server answered with a status that says nothing about the session; the session is kept.
    ///
    /// `reason` is what the answer's body says beside an OAuth error, free of secrets; `nil` where it says nothing.
    case server(status: Int, during: Purpose, retryAfter: Duration?, reason: String? = nil)
    /// Thrown when the last refresh failed a moment ago, by that error, and the next is not due yet; the session is
    /// kept.
    indirect case backingOff(retryAfter: Duration, after: SessionError)
    /// Thrown when the provider refused with an OAuth error that does not end the session.
    case refused(OAuthError, during: Purpose)
    /// Thrown when an answer can't be understood; says which part.
    case unintelligible(String, during: Purpose)
    /// Thrown when an ID token or the userinfo answer fails a check of OpenID Connect Core; names the check.
    case untrustworthy(String, during: Purpose)
    /// Thrown when the provider does not offer what was asked for.
    case unsupported(String)
    /// Thrown when the user is asked for in a session of the client itself, which has none (RFC 6749 §4.4).
    case noUser
    /// Thrown when a request that must carry the token is addressed to an origin outside the configured ones.
    case originNotAllowed(String)
    /// Thrown when a request has no absolute URL with a host, whether it carries the token or not: a bare path, say.
    case relativeURL(String)
    /// Thrown when a token, code or secret would travel over plain http beyond loopback.
    case insecureURL(String)
    /// Thrown when the authorization response does not belong to this attempt: wrong `state` or `iss`.
    case authorizationResponseMismatch(String)
    /// Thrown when the user or the provider refused this sign-in.
    case signInDenied(OAuthError)
    /// Thrown when a device code or an authorization attempt ran out of time.
    case signInTimedOut
    /// Thrown when the session's record can't be read, locked or written.
    case store(StoreError)
    /// Thrown when the calling task was cancelled. The session is unchanged.
    case cancelled
}

extension SessionError {
    /// How long the server asked to be left alone (`Retry-After`, RFC 9110 §10.2.3).
    var retryAfter: Duration? {
        if case .server(_, _, let delay, _) = self { delay } else { nil }
    }

    /// Whether the token endpoint refused what it was asked for, with or without an OAuth error: after a sign-in that
    /// is a refresh, and only another sign-in helps for certain.
    package var refusesRefresh: Bool {
        switch self {
        case .refused(_, .token): true
        case .server(let status, .token, _, _): StatusMeaning(status) == .refusal && !isOfWrongAddress
        case .backingOff(_, let failure): failure.refusesRefresh
        default: false
        }
    }

    /// Whether an endpoint of the provider answered as if it were somewhere else: by a redirect, 404 or 410.
    package var isOfWrongAddress: Bool {
        guard case .server(let status, let purpose, _, _) = self, purpose != .request else { return false }
        return StatusMeaning(status) == .redirect || status == 404 || status == 410
    }
}

extension SessionError {
    /// What arrived of the answer to the caller's own request; `nil` where it is not known.
    package var partialAnswer: PartialAnswer? {
        guard case .transport(let error, during: .request) = self else { return nil }
        return error.partialAnswer
    }
}
