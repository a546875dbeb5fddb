extension SessionError: CustomStringConvertible {
    /// What happened, in one sentence without a full stop; what to do next depends on the caller.
    public var description: String {
        switch self {
        case .notConfigured: "the session is not configured yet"
        case .alreadyConfigured: "the session is already configured"
        case .invalidConfiguration(let setting, let reason): "\(setting): \(reason)"
        case .noSession: "signed out"
        case .sessionExpired(let end): "the session has ended: \(end)"
        case .sessionChanged: "another sign-in or sign-out happened meanwhile"
        case .transport(let error, let purpose): "\(purpose.prefix)\(error)"
        case .server(let status, let purpose, _, let reason): purpose.prefix + Self.answer(status, to: purpose, reason)
        case .backingOff(let delay, let failure):
            "the last refresh failed (\(failure)); the next may be tried in \(delay.inWords)"
        case .refused(let error, let purpose): "\(purpose.prefix)the provider refused with \(error)"
        case .unintelligible(let part, let purpose): "\(purpose.prefix)the answer can't be understood: \(part)"
        case .untrustworthy(let check, let purpose): "\(purpose.prefix)the answer can't be trusted: \(check)"
        case .unsupported(let what): "the provider does not offer \(what)"
        case .noUser: "the session is the client's own (client credentials): it has no user to ask about"
        case .originNotAllowed(let origin): "the access token may not go to \(origin)"
        case .relativeURL(let url): "the URL \(url) is not absolute, or names no host"
        case .insecureURL(let url): "\(url) is plain http beyond this machine: secrets could be read on the way"
        case .authorizationResponseMismatch(let part): "the authorization response belongs to another attempt: \(part)"
        case .signInDenied(let error): "the sign-in was refused with \(error)"
        case .signInTimedOut: "the sign-in was not finished in time"
        case .store(let error): error.description
        case .cancelled: "cancelled"
        }
    }

    /// What a status and the reason that came with it say, as a clause; of a caller's own request the caller sees the
    /// answer.
    package static func answer(_ status: Int, to purpose: Purpose, _ reason: String?) -> String {
        if let reason, purpose != .request {
            let remark = StatusMeaning(status) == .redirect ? ", a redirect, which is not followed" : ""
            return "the server answered \(status)\(remark): \"\(reason.asClause)\""
        }
        let remark =
            switch StatusMeaning(status) {
            case .redirect: ", a redirect, which is not followed"
            case .refusal: " and gives no reason"
            case .temporary where status == 429: " (too many requests)"
            case .success, .temporary: ""
            }
        return "the server answered \(status)" + (purpose == .request ? "" : remark)
    }
}

extension SessionError.Purpose {
    /// Names the exchange at the head of a sentence; a caller knows which request was its own.
    fileprivate var prefix: String { self == .request ? "" : "\(rawValue): " }
}

extension SessionEnd: CustomStringConvertible {
    /// Why there is no session, as the rest of a sentence.
    public var description: String {
        switch self {
        case .noStoredSession: "no stored session"
        case .signedOut: "signed out"
        case .forcedOut(let request): "\(request) was answered 401"
        case .userInfoRejected: "userinfo answered 401"
        case .refreshRejected(.named(let error)): "the refresh was rejected with \(error)"
        case .refreshRejected(let refusal): "the provider no longer accepts the refresh token: \(refusal)"
        case .loggedOutByProvider: "the provider ended the session (back-channel logout)"
        case .expiredWithoutRefreshToken: "the access token expired and there is no refresh token"
        case .otherProcess: "another process signed out"
        case .storeLost: "the stored session was lost"
        case .foreignRecord(let record): "the stored session \(record)"
        }
    }
}
