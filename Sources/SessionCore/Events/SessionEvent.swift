public import FoundationEssentials

/// Something that happened to a session, without secrets: a token in an event is a ``Secret``.
public struct SessionEvent: Sendable, Hashable, Identifiable {
    /// Counts the events of one ``Session``, from 1 and without a gap.
    public let sequence: Int
    /// When it happened, by the wall clock.
    public let time: Date
    /// The moment by ``SessionClock/uptime``, which tells how far apart two events are whatever the wall clock was set
    /// to between them; `nil` where that is not known.
    public let uptime: Duration?
    /// The generation it belongs to: that of the request or refresh, not the present one.
    public let generation: Int
    /// The sequence number of the event that caused this one.
    public let cause: Int?
    /// What happened, with the facts that may be shown.
    public let kind: Kind
    /// Whose it is where other programs are watched; `nil` for the session of this program.
    package var watched: WatchedSource?

    /// The sequence number.
    public var id: Int { sequence }

    /// Creates an event, for tests and for displays of recorded sessions.
    public init(
        sequence: Int, time: Date, uptime: Duration? = nil, generation: Int, cause: Int?, kind: Kind
    ) {
        self.sequence = sequence
        self.time = time
        self.uptime = uptime
        self.generation = generation
        self.cause = cause
        self.kind = kind
    }

    /// What can happen to a session; new cases may come with any version.
    @nonexhaustive public indirect enum Kind: Sendable, Hashable {
        /// ``Session/configure()`` ended with this state.
        case configured(SessionState)
        /// A sign-in began, by the flow of this name.
        case signInStarted(flow: String)
        /// A sign-in succeeded, and its tokens are in use; they replace those of an earlier session.
        case signedIn(flow: String, SessionTokens)
        /// A sign-in failed or was cancelled; the session before it, if any, is kept.
        case signInFailed(flow: String, SessionError)
        /// A device sign-in polled the token endpoint, which said to keep waiting; the next poll is after this time.
        case devicePollPending(nextPollAfter: Duration, slowDown: Bool)
        /// The authorization request was given to the program, to be opened in a browser.
        case authorizationRequested(AuthorizationMessage)
        /// The authorization response to this sign-in arrived with the redirect; it is checked next.
        case authorizationAnswered(AuthorizationMessage)
        /// A redirect of another sign-in arrived; it was answered and changed nothing.
        case strayRedirect(StrayRedirect)
        /// An ID token failed a check, and with it the sign-in or refresh that it came with.
        case idTokenRejected(RejectedIDToken)
        /// A caller's request began; its later events trace back to this one.
        case requestStarted(RequestFacts)
        /// A request got its final answer.
        case requestFinished(RequestFacts)
        /// A request was not sent, or got no answer.
        case requestFailed(RequestFacts, SessionError)
        /// A message that no other event announces was sent: for metadata, keys or revocation, or about a token.
        case exchangeStarted(ExchangeStart)
        /// A message was answered or failed on the wire; one for every attempt, the provider's endpoints included.
        case exchange(HTTPExchange)
        /// An API or userinfo answered 401 to a token of this session.
        case unauthorized(RequestFacts, AuthenticationChallenge?)
        /// An API answered 403, or asked for a wider scope; the session is unchanged.
        case forbidden(RequestFacts, requiredScope: [String])
        /// An API asks for another kind of sign-in (RFC 9470), or for claims that the token lacks.
        case stepUpRequired(RequestFacts, acrValues: [String], maxAge: Duration?, claims: String?)
        /// A refresh began: `access` is the token to be replaced, `refresh` the one that is sent; `nil` where the
        /// sign-in's own request is sent again (``RepeatableSignInFlow``).
        case refreshStarted(RefreshTrigger, access: Fingerprint?, refresh: Fingerprint?)
        /// A refresh succeeded; `replacedRefresh` is `nil` where the provider did not rotate the refresh token.
        case refreshed(SessionTokens, replacedAccess: Fingerprint?, replacedRefresh: Fingerprint?)
        /// The refresh failed in a way that says nothing about the session, which is kept.
        case refreshFailed(SessionError, retryAfter: Duration)
        /// The provider rejected the refresh token: the session is over.
        case refreshRejected(RefreshRefusal, refresh: Fingerprint)
        /// The provider refused the refresh token without saying that it is invalid: the session is kept, and is
        /// suspect.
        case suspected(SessionSuspicion, refresh: Fingerprint)
        /// A newer token of this session was found in the store and adopted without a request.
        case adoptedFromStore(SessionTokens)
        /// The userinfo endpoint answered about the session's user.
        case userInfoFetched(UserInfo)
        /// The provider or an API accepted the token: the session is known to be live.
        case verified
        /// The session ended by a sign-out, or because the store no longer holds it: not against the user's will.
        case signedOut(SessionEnd)
        /// The session was ended against the user's will; exactly one event for each session lost this way.
        case forcedOut(SessionEnd)
        /// Another process ended the shared session; ``SessionEnd/isForced`` says whether against the user's will.
        case endedElsewhere(EndedSession)
        /// The provider has revoked the token of this fingerprint.
        case revoked(Fingerprint)
        /// The provider has no revocation endpoint: the token lives until it expires.
        case revocationNotOffered(Fingerprint)
        /// The provider refuses to revoke the token, which lives until it expires.
        case revocationRefused(Fingerprint, SessionError)
        /// The revocation could not be sent; it is kept, and sent later.
        case revocationPending(Fingerprint, SessionError)
        /// The store could not read, write or lock; the session is kept in memory where that is possible.
        case storeFailed(StoreError)
        /// The store works, but is not as safe as it should be: what is wrong, and what to do.
        case storeWarning(String)
        /// The access or ID token of this fingerprint was given to another program, which the label names.
        case tokenGiven(Fingerprint, RequestLabel)
        /// An answer came for a session that had ended, and changed nothing.
        case ignoredLateAnswer(String)
        /// An injected fault was armed, struck or disarmed.
        case injected(InjectedFault)
    }
}

/// Why a refresh was begun.
public enum RefreshTrigger: Sendable, Hashable {
    /// The access token has expired, or was rejected or declared expired before.
    case expired
    /// The token is valid, for less time than the caller or the margin asks.
    case expiringSoon
    /// An API answered 401 to the token of this fingerprint.
    case unauthorized(Fingerprint)
    /// ``Session/refresh()`` was called.
    case requestedByUser
    /// The userinfo endpoint did not accept the token.
    case userInfo
}

/// What can be shown of a session's tokens after a sign-in or refresh.
public struct SessionTokens: Sendable, Hashable {
    /// The access token's facts.
    public var access: TokenStatus
    /// The refresh token's facts; `nil` where the provider gave none.
    public var refresh: TokenStatus?
    /// The facts of the latest ID token; `nil` where none came.
    public var idToken: IDTokenStatus?
    /// The granted scope; `nil` where the provider left it out, because it is what was asked for.
    public var scope: [String]?
    /// Equals ``SessionStatus/isRenewedByFlow``.
    public var isRenewedByFlow = false

    /// Creates the tokens' facts, for tests and displays.
    public init(access: TokenStatus, refresh: TokenStatus?, idToken: IDTokenStatus?, scope: [String]?) {
        self.access = access
        self.refresh = refresh
        self.idToken = idToken
        self.scope = scope
    }
}

/// One request of a caller, whatever number of attempts it took.
public struct RequestFacts: Sendable, Hashable {
    /// Counts the requests of one ``Session``.
    public var id: Int
    /// The method, as the caller gave it.
    public var method: String
    /// Without user information, fragment, and values of parameters that can be secrets.
    public var url: String
    /// The access token of the last attempt; `nil` where none went along.
    public var token: Fingerprint?
    /// How long that token was still good for when it was sent; `nil` where unknown.
    public var tokenLifetimeLeft: Duration?
    /// How many attempts were begun: 0 before the first, 2 after a retry.
    public var attempts: Int
    /// The sequence number of the refresh this request waited for; `nil` also where it was sent again with a token that
    /// another refresh had brought before its answer.
    public var waitedForRefresh: Int?
    /// The HTTP status code of the last attempt's answer; `nil` until one came.
    public var status: Int?
    /// How long the call took, waiting for a refresh included; `nil` while it runs.
    public var duration: Duration?
    /// The ``HTTPRequest/label`` of the request.
    public var label: RequestLabel?
    /// Whether it is the session's own request for user info, and not a call of an API.
    package var isUserInfo = false

    /// Creates the facts of a request before its first attempt.
    public init(id: Int, method: String, url: String) {
        self.id = id
        self.method = method
        self.url = url
        attempts = 0
    }

    /// A short name for display: `GET /orders`.
    public var name: String {
        "\(method) \(RequestPath.of(url))"
    }
}
