import SessionCore

/// What a fault meets when it strikes: what is under way, the tokens, and the terms of the session.
struct Circumstances: Sendable {
    var terms = Terms()
    /// The sequence number of the refresh that has begun and not ended.
    private(set) var refresh: Int?
    private(set) var refreshToken: Fingerprint?
    private(set) var isSigningIn = false
    private(set) var accessToken: Fingerprint?
    private(set) var idToken: Fingerprint?
    private(set) var subject: String?
    /// The tokens of the session; `nil` while no event has told of them.
    private(set) var tokens: SessionTokens?
    /// Whether the access token came after the last request of user info had begun: its 401 is the last word then.
    private(set) var isTokenNewerThanUserInfoRequest = false
    /// The 401s to the access token, and whether user info accepted it all the same.
    private var rejections: Set<Int> = []
    private(set) var isTokenVouched = false

    /// Whether nothing brings the session another access token.
    var lacksRefreshToken: Bool { tokens.map { $0.refresh == nil && !$0.isRenewedByFlow } ?? terms.lacksRefreshToken }

    mutating func observe(_ event: SessionEvent) {
        switch event.kind {
        case .configured: tokens = nil
        case .refreshStarted(_, let access, let token):
            (refresh, refreshToken, accessToken) = (event.sequence, token, access ?? accessToken)
        case .refreshed(let tokens, _, _), .adoptedFromStore(let tokens):
            refresh = nil
            adopt(tokens)
        case .refreshFailed, .refreshRejected: refresh = nil
        case .signInStarted: isSigningIn = true
        case .signedIn(_, let tokens):
            isSigningIn = false
            adopt(tokens)
        case .signInFailed: isSigningIn = false
        case .signedOut, .forcedOut, .endedElsewhere: (refresh, subject, tokens) = (nil, nil, nil)
        case .unauthorized: rejections.insert(event.sequence)
        case .userInfoFetched(let info):
            subject = info.subject
            if let cause = event.cause, rejections.contains(cause) { isTokenVouched = true }
        case .requestStarted(let facts) where facts.isUserInfo: isTokenNewerThanUserInfoRequest = false
        default: break
        }
    }

    private mutating func adopt(_ tokens: SessionTokens) {
        self.tokens = tokens
        accessToken = tokens.access.fingerprint
        (rejections, isTokenVouched, isTokenNewerThanUserInfoRequest) = ([], false, true)
        idToken = tokens.idToken?.fingerprint ?? idToken
    }
}
