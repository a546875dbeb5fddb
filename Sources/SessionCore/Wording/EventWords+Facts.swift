import FoundationEssentials

extension RequestFacts {
    /// The name of the request, after that of the program that it was sent for: `git (4711) GET /orders`.
    var title: String { label?.caller.map { "\($0) \(name)" } ?? name }
}

extension SessionEvent {
    /// An event that was kept without contents has no claims to count.
    static func words(for info: UserInfo) -> String {
        let name = "about \(info["name"] ?? info.subject)"
        switch info.claims.count {
        case 0: return name
        case 1: return "1 claim \(name)"
        case let count: return "\(count) claims \(name)"
        }
    }

    static func words(for state: SessionState) -> String {
        switch state {
        case .unknown: "not known yet"
        case .noSession(let end): end.state
        case .authenticated(.restored): "session restored from the store, not verified"
        case .authenticated(.signedIn(let flow)): "signed in with \(SignInFlowName.title(of: flow))"
        case .authenticated(.otherProcess): "signed in by another process"
        }
    }

    /// Why a refresh began, as the end of a sentence.
    package static func words(for trigger: RefreshTrigger) -> String {
        switch trigger {
        case .expired: "the access token had expired"
        case .expiringSoon: "the access token was about to expire"
        case .unauthorized(let token): "\(token) was answered 401"
        case .requestedByUser: "you asked for it"
        case .userInfo: "userinfo refused the access token"
        }
    }

    static func finished(_ facts: RequestFacts) -> String {
        let time = facts.duration.map { " in \(DurationText.measured($0))" } ?? ""
        let newer = facts.waitedForRefresh == nil ? ", the last with a newer token" : ""
        let retried = facts.attempts > 1 ? ", after \(facts.attempts) attempts\(newer)" : ""
        let waited = facts.waitedForRefresh == nil ? "" : ", waited for a refresh"
        return "\(facts.title) → \(facts.status ?? 0)\(time)\(waited)\(retried)"
    }

    static func words(for exchange: HTTPExchange) -> String {
        let what = RequestFacts(id: exchange.id, method: exchange.method, url: exchange.url).name
        let time = DurationText.measured(exchange.duration)
        let purpose = exchange.purpose == .request ? "" : "\(exchange.purpose.rawValue) · "
        if let link = exchange.link { return "\(purpose)\(what): \(link.words)" }
        switch exchange.outcome {
        case .answered(let answer): return "\(purpose)\(what) → \(answer.status) in \(time)"
        case .failed(let error):
            let status = error.partialAnswer.map { " → \($0.answer.status)" } ?? ""
            return "\(purpose)\(what)\(status): \(exchange.failure ?? ""), after \(time)"
        }
    }

    func refreshed(_ tokens: SessionTokens, replaced: Fingerprint?, spent: Fingerprint?) -> String {
        let access = (replaced.map { "\($0) → " } ?? "") + "\(tokens.access.fingerprint)"
        let rotation =
            if let spent, let new = tokens.refresh?.fingerprint, new != spent {
                ", refresh token \(spent) → \(new)"
            } else {
                ""
            }
        return "access token \(access)\(rotation)\(afterDot(lifetimes(of: tokens)))"
    }

    /// How long the tokens last, if that is known: `access 60 s, refresh 10 min`.
    package func lifetimes(of tokens: SessionTokens) -> String {
        let parts = [("access", tokens.access), ("refresh", tokens.refresh)].compactMap { name, token -> String? in
            guard case .at(let end, _) = token?.expiry else { return nil }
            let seconds = Int(end.timeIntervalSince(time).rounded())
            return "\(name) \(DurationText.lifetime(seconds: max(0, seconds)))"
        }
        return parts.joined(separator: ", ")
    }

    func afterDot(_ words: String) -> String { words.isEmpty ? "" : " · \(words)" }
}
