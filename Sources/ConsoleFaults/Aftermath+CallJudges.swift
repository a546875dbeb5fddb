import FoundationEssentials
import SessionCore

/// The verdicts on faults that concern calls and their access token.
extension Aftermath {
    /// The access token has expired: the calls wait for one refresh, or the session ends where none is possible.
    var judgeRenewal: Ruling {
        if sentWithOldToken > 0 { return .notHeld("\(calls(sentWithOldToken)) went out with the expired token") }
        if loss == .expiredWithoutRefreshToken, before.lacksRefreshToken, losses.count == 1 {
            return .held("forced out once, because nothing renews the token", isFinal: hasSignedIn)
        }
        if let ended { return ended }
        if hasOverlap { return .notHeld("a second refresh began before the first had ended") }
        if renewals == 0, let failure = refreshFailures.last {
            return .undecided("the refresh failed, and the session was kept: \(failure)")
        }
        guard refreshesOfOldToken > 0 else {
            if hasAdoptedNewer { return .undecided("another process renewed the token first") }
            let pause = heldBackWords.map { "the end of the pause after a failed refresh; \($0)" }
            return .waiting(for: pause ?? "the next call")
        }
        guard renewals + adoptions > 0, running.isEmpty else { return .waiting(for: "the refresh, and the calls") }
        guard refreshesOfOldToken == 1 else {
            return .notHeld("\(refreshesOfOldToken) refreshes for one expired token")
        }
        let before = heldBackWords.map { "; before it \($0)" } ?? ""
        if waited == 0 { return .held("one refresh\(before)") }
        return .held("\(calls(waited)) waited for one refresh\(before)")
    }

    /// A token that the API rejects: one refresh, one retry, where the session's terms ask for that.
    var judgeRetry: Ruling {
        if let ruling = judgeEndByUserInfo ?? judgeEndByTerms ?? judgeEndAfterRefresh ?? ended { return ruling }
        guard let struck else { return .waiting(for: "the answer") }
        guard case .answered(let answer) = struck.outcome else {
            return .undecided("the call got no answer")
        }
        guard answer.status == 401 else {
            return .undecided(
                answer.status < 400
                    ? "answered \(answer.status): the server does not check the signature"
                    : "answered \(answer.status), which says nothing about the signature")
        }
        if struck.purpose != .request { return judgeRetryOfUserInfo }
        switch endOfStruckCall {
        case nil:
            return .waiting(for: before.terms.policy == .report ? "the end of the call" : "the refresh and the retry")
        case .failed(let error): return .undecided("the session was kept; the retry failed: \(error)")
        case .answered(_, let attempts) where attempts > 2: return .notHeld("the call was sent \(attempts) times")
        case .answered(let status, let attempts):
            return before.terms.policy == .report
                ? judgeReport(attempts: attempts) : judgeRetry(answered: status, attempts: attempts)
        }
    }

    /// Under `on_401` `report` the answer goes to the caller, and nothing else happens.
    private func judgeReport(attempts: Int) -> Ruling {
        if refreshesAfter401 > 0 { return .notHeld("a refresh followed the 401, although on_401 is report") }
        if attempts > 1 { return .notHeld("the call was sent \(attempts) times, although on_401 is report") }
        return .held("the 401 went to the caller, and the session was kept: on_401 is report")
    }

    private func judgeRetry(answered status: Int, attempts: Int) -> Ruling {
        if attempts == 1 {
            if let failure = refreshFailures.last {
                return .undecided("the refresh failed, and the session was kept: \(failure)")
            }
            if isRejectionLate { return .undecided("the token had already expired when the 401 came") }
            if before.isTokenVouched {
                return .undecided("the 401 was returned: user info accepts the token that this API refuses")
            }
            return .notHeld("the 401 was returned without a retry")
        }
        if refreshesAfter401 > 1 { return .notHeld("\(refreshesAfter401) refreshes for one 401") }
        if status == 401 {
            return isTokenVouched
                ? .undecided("the retry was answered 401 too: user info accepts the token that this API refuses")
                : .notHeld("the retry was answered 401 too")
        }
        let how = refreshesAfter401 == 0 ? "a newer token was available" : "one refresh"
        return .held("401, \(how), retried once: \(status)")
    }

    /// User info was refused although no refresh could help: the session ends, once.
    private var judgeEndByUserInfo: Ruling? {
        guard loss == .userInfoRejected, refreshes == 0, losses.count == 1, struck?.purpose == .userInfo else {
            return nil
        }
        let why = before.lacksRefreshToken ? "there was no refresh token" : "the token was new"
        guard before.lacksRefreshToken || before.isTokenNewerThanUserInfoRequest else { return nil }
        return .held("forced out once, because userinfo answered 401 and \(why)")
    }

    /// A call's 401 ends the session at once where the policy says so, and where nothing renews the token.
    private var judgeEndByTerms: Ruling? {
        guard case .forcedOut = loss, losses.count == 1, refreshesAfter401 == 0, struck?.purpose == .request,
            before.terms.policy != .report, let loss
        else { return nil }
        guard before.lacksRefreshToken || before.terms.policy == .forceLogout else { return nil }
        let why = before.terms.policy == .forceLogout ? "on_401 is logout" : "there was no refresh token"
        return .held("forced out once, because \(loss), and \(why)", isFinal: hasSignedIn)
    }

    /// The token that the refresh brought was refused as well.
    private var judgeEndAfterRefresh: Ruling? {
        guard let loss, losses.count == 1, renewals + adoptions == 1, refreshesAfter401 == 1, rejected > 1 else {
            return nil
        }
        switch loss {
        case .forcedOut, .userInfoRejected:
            return .undecided("the refreshed token was refused too, and the session ended because \(loss)")
        case .noStoredSession, .signedOut, .refreshRejected, .loggedOutByProvider, .expiredWithoutRefreshToken,
            .otherProcess, .storeLost, .foreignRecord:
            return nil
        }
    }

    private var judgeRetryOfUserInfo: Ruling {
        if refreshes > 1 { return .notHeld("\(refreshes) refreshes for one 401") }
        if subject != nil, renewals + adoptions > 0 { return .held("401, one refresh, user info requested once more") }
        if let failure = refreshFailures.last {
            return .undecided("the refresh failed, and the session was kept: \(failure)")
        }
        return .waiting(for: "the refresh")
    }

    /// Tokens of a few seconds: a refresh for each, not for each call.
    var judgeLifetimes: Ruling {
        if let ended { return ended }
        guard renewals > 0 else { return .waiting(for: "the next refresh, and a few calls") }
        if ownRefreshes > mostRefreshes(ofTokensFor: 5) {
            return .notHeld("\(ownRefreshes) refreshes in \(Int(elapsed)) s")
        }
        guard answered >= 3 else { return .waiting(for: "\(calls(3 - answered)) more") }
        return .held(lifetimesSeen)
    }

    /// The lifetimes are as they were before fewer calls than that were seen.
    var judgeEndOfLifetimes: Ruling {
        guard renewals > 0 else { return .undecided("disarmed before a refresh was seen") }
        return answered > 0 ? .held(lifetimesSeen) : .undecided("disarmed before a call was seen")
    }

    private var lifetimesSeen: String {
        "\(calls(answered)) with \(refreshes) \(refreshes == 1 ? "refresh" : "refreshes")"
    }

    /// The wall clock is wrong: nothing is refreshed for that.
    var judgeClock: Ruling {
        if let ended { return ended }
        let own = ownRefreshes
        if own > mostRefreshes(ofTokensFor: lifetime) {
            return .notHeld("\(own) refreshes since the clock was changed")
        }
        guard answered + renewals > 0 else { return .waiting(for: "the next call") }
        let due = own == 0 ? "no refresh" : own == 1 ? "one refresh that was due" : "\(own) refreshes"
        let asked = askedRefreshes == 1 ? "one refresh as requested" : "\(askedRefreshes) refreshes as requested"
        let seen = [
            answered > 0 ? "\(calls(answered)) answered" : nil, own > 0 || askedRefreshes == 0 ? due : nil,
            askedRefreshes > 0 ? asked : nil,
        ]
        return .held(seen.compactMap(\.self).joined(separator: ", "), isFinal: false)
    }
}
