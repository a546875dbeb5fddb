import SessionCore

extension SessionEvent.Kind {
    /// The token that the event is about, or that a request carried; `nil` if there is none.
    var token: Fingerprint? {
        switch self {
        case .signedIn(_, let tokens), .refreshed(let tokens, _, _), .adoptedFromStore(let tokens):
            tokens.access.fingerprint
        case .requestStarted(let facts), .requestFinished(let facts), .requestFailed(let facts, _),
            .unauthorized(let facts, _), .forbidden(let facts, _), .stepUpRequired(let facts, _, _):
            facts.token
        case .refreshStarted(_, _, let token), .refreshRejected(_, let token), .suspected(_, let token),
            .revoked(let token), .revocationNotOffered(let token), .revocationRefused(let token, _),
            .revocationPending(let token, _):
            token
        case .exchangeStarted(let start): start.token
        case .configured, .signInStarted, .signInFailed, .devicePollPending, .strayRedirect, .idTokenRejected,
            .authorizationRequested, .authorizationAnswered,
            .exchange, .refreshFailed, .userInfoFetched, .verified, .signedOut, .forcedOut, .endedElsewhere,
            .storeFailed, .storeWarning, .ignoredLateAnswer, .injected:
            nil
        }
    }
}
