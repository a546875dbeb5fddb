public import FoundationEssentials

/// Something that happened to a session, told without secrets: a token that an event holds is a ``Secret``.
public struct SessionEvent: Sendable, Hashable, Identifiable {
    /// Counts the events of one ``Session``, from 1 and without a gap.
    public let sequence: Int
    public let time: Date
    /// The generation it belongs to: that of the request or refresh, not the present one.
    public let generation: Int
    /// The sequence number of the event that led to this one.
    public let cause: Int?
    public let kind: Kind

    public var id: Int { sequence }

    public init(sequence: Int, time: Date, generation: Int, cause: Int?, kind: Kind) {
        self.sequence = sequence
        self.time = time
        self.generation = generation
        self.cause = cause
        self.kind = kind
    }

    public indirect enum Kind: Sendable, Hashable {
        /// ``Session/configure()`` ended with this state.
        case configured(SessionState)
        case signInStarted(flow: String)
        case signedIn(flow: String, SessionTokens)
        case signInFailed(flow: String, SessionError)
        /// A device sign-in asked the token endpoint and was told to go on waiting; next poll after this time.
        case devicePollPending(nextPollAfter: Duration, slowDown: Bool)
        /// A redirect came in that belongs to another sign-in; it was answered and changed nothing.
        case strayRedirect(StrayRedirect)
        /// An ID token failed a check, and with it the sign-in or refresh that it came with.
        case idTokenRejected(RejectedIDToken)
        /// A caller's request began: what its events lead back to.
        case requestStarted(RequestFacts)
        /// A request got its final answer.
        case requestFinished(RequestFacts)
        case requestFailed(RequestFacts, SessionError)
        /// A message was answered or failed on the wire; one for every attempt, the provider's endpoints included.
        case exchange(HTTPExchange)
        /// An API or userinfo answered 401 to a token of this session.
        case unauthorized(RequestFacts, AuthenticationChallenge?)
        /// An API answered 403, or asked for a wider scope; the session is as it was.
        case forbidden(RequestFacts, requiredScope: [String])
        /// An API asks for another kind of sign-in (RFC 9470).
        case stepUpRequired(RequestFacts, acrValues: [String], maxAge: Duration?)
        case refreshStarted(RefreshTrigger, access: Fingerprint?, refresh: Fingerprint)
        case refreshed(SessionTokens, replacedAccess: Fingerprint?, replacedRefresh: Fingerprint?)
        /// The refresh failed in a way that says nothing about the session, which is kept.
        case refreshFailed(SessionError, retryAfter: Duration)
        /// The provider rejected the refresh token: the session is over.
        case refreshRejected(OAuthError, refresh: Fingerprint)
        /// A newer token of this session was found in the store and taken over without a request.
        case adoptedFromStore(SessionTokens)
        case userInfoFetched(UserInfo)
        /// The provider or an API accepted the token: the session is known to be live.
        case verified
        case signedOut(SessionEnd)
        /// The session was ended against the user's will; exactly one for each session that is lost so.
        case forcedOut(SessionEnd)
        case revoked(Fingerprint)
        /// The provider could not be told; kept, to be sent later.
        case revocationPending(Fingerprint, SessionError)
        case storeFailed(StoreError)
        /// Something came back for a session that is no longer there and changed nothing.
        case ignoredLateAnswer(String)
        /// A fault was injected on purpose.
        case injected(String)
    }
}

/// Why a refresh was begun.
public enum RefreshTrigger: Sendable, Hashable {
    case expired
    /// The token is valid, for less time than the caller or the margin asks.
    case expiringSoon
    case unauthorized(Fingerprint)
    case requestedByUser
    case userInfo
}

/// What can be shown of a session's tokens after a sign-in or refresh.
public struct SessionTokens: Sendable, Hashable {
    public var access: TokenStatus
    public var refresh: TokenStatus?
    public var idToken: IDTokenStatus?
    public var scope: [String]?

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
    public var method: String
    /// Without user information, fragment, and values of parameters that can be secrets.
    public var url: String
    /// The access token of the last attempt; `nil` where none went along.
    public var token: Fingerprint?
    /// How long that token was still good for when it was sent; `nil` where unknown.
    public var tokenLifetimeLeft: Duration?
    public var attempts: Int
    /// The sequence number of the refresh this request waited for.
    public var waitedForRefresh: Int?
    public var status: Int?
    public var duration: Duration?

    public init(id: Int, method: String, url: String) {
        self.id = id
        self.method = method
        self.url = url
        attempts = 0
    }

    /// How a person would name it: `GET /orders`.
    public var name: String {
        let path = URL(string: url).map { $0.path.isEmpty ? "/" : $0.path } ?? url
        return "\(method) \(path)"
    }
}
