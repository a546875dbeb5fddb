import SessionCore

extension SessionEvent.Kind {
    init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("kind", as: EventName.self) {
            case .configured: .configured(try record.value("state"))
            case .signInStarted: .signInStarted(flow: try record.value("flow"))
            case .authorizationRequested: .authorizationRequested(try AuthorizationMessage(record))
            case .authorizationAnswered: .authorizationAnswered(try AuthorizationMessage(record))
            case .signedIn: .signedIn(flow: try record.value("flow"), try record.value("tokens"))
            case .signInFailed: .signInFailed(flow: try record.value("flow"), try record.value("failure"))
            case .devicePollPending:
                .devicePollPending(
                    nextPollAfter: try record.value("next_poll_after"), slowDown: try record.value("slow_down"))
            case .strayRedirect: .strayRedirect(try StrayRedirect(record))
            case .idTokenRejected: .idTokenRejected(try RejectedIDToken(record))
            case .requestStarted: .requestStarted(try RequestFacts(record))
            case .requestFinished: .requestFinished(try RequestFacts(record))
            case .requestFailed: .requestFailed(try RequestFacts(record), try record.value("failure"))
            case .exchangeStarted: .exchangeStarted(try ExchangeStart(record))
            case .exchange: .exchange(try HTTPExchange(record))
            case .unauthorized: .unauthorized(try RequestFacts(record), try record.optional("challenge"))
            case .forbidden:
                .forbidden(try RequestFacts(record), requiredScope: try record.value("required_scope"))
            case .stepUpRequired:
                .stepUpRequired(
                    try RequestFacts(record), acrValues: try record.value("acr_values"),
                    maxAge: try record.optional("max_age"), claims: try record.optional("claims"))
            case .refreshStarted:
                .refreshStarted(
                    try record.value("trigger"), access: try record.optional("access_token"),
                    refresh: try record.optional("refresh_token"))
            case .refreshed:
                .refreshed(
                    try record.value("tokens"), replacedAccess: try record.optional("replaced_access_token"),
                    replacedRefresh: try record.optional("replaced_refresh_token"))
            case .refreshFailed:
                .refreshFailed(try record.value("failure"), retryAfter: try record.value("retry_after"))
            case .refreshRejected:
                .refreshRejected(try RefreshRefusal(record), refresh: try record.value("refresh_token"))
            case .suspected: .suspected(try SessionSuspicion(record), refresh: try record.value("refresh_token"))
            case .adoptedFromStore: .adoptedFromStore(try record.value("tokens"))
            case .userInfoFetched: .userInfoFetched(try record.value("userinfo"))
            case .verified: .verified
            case .signedOut: .signedOut(try SessionEnd(record))
            case .forcedOut: .forcedOut(try SessionEnd(record))
            case .endedElsewhere: .endedElsewhere(try record.value("ending"))
            case .revoked: .revoked(try record.value("token"))
            case .revocationNotOffered: .revocationNotOffered(try record.value("token"))
            case .revocationRefused: .revocationRefused(try record.value("token"), try record.value("failure"))
            case .revocationPending: .revocationPending(try record.value("token"), try record.value("failure"))
            case .storeFailed: .storeFailed(try record.value("failure"))
            case .storeWarning: .storeWarning(try record.value("warning"))
            case .ignoredLateAnswer: .ignoredLateAnswer(try record.value("answer"))
            case .injected: .injected(try InjectedFault(record))
            }
    }
}
