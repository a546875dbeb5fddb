import FoundationEssentials
import SessionCore

/// The verdicts on faults that end the session, and on those that a sign-in or a check must refuse.
extension Aftermath {
    /// The provider rejects the refresh token: the session ends, once.
    ///
    /// With `mayGoOn` it is right as well that the provider accepts it.
    func judgeEnd(mayGoOn: Bool) -> Ruling {
        if let ruling = judgeLoss { return ruling }
        guard before.refresh != nil else { return judgeRefusedSignIn }
        if adoptions > 0 { return .held("another process had a newer token, which was adopted") }
        if mayGoOn, renewals > 0 { return .undecided("the provider took the spent token: it does not detect reuse") }
        if renewals > 0 { return .notHeld("another refresh was made after invalid_grant") }
        if !refreshFailures.isEmpty { return .notHeld("the session was kept although its token is invalid") }
        // Only invalid_grant says that the token is invalid.
        if suspicions > 0 { return .undecided("the session was kept: the provider did not say why it refused") }
        return .waiting(for: "the end of the session")
    }

    /// The provider has ended the session: the next call or refresh finds out.
    var judgeRevocation: Ruling {
        if case .forcedOut = loss, before.terms.policy == .report {
            return .notHeld("a call's 401 ended the session, although on_401 is report")
        }
        if let ruling = judgeLoss { return ruling }
        if renewals > 0 { return .undecided("the provider issued new tokens: the session was not the revoked one") }
        if refreshes > 1 { return .notHeld("\(refreshes) refreshes of a revoked session") }
        if rejected > 0, running.isEmpty, !isRefreshing {
            if let failure = refreshFailures.last { return .undecided("the session was kept: \(failure)") }
            if before.terms.policy == .report, rejected == rejectedCalls, refreshes == 0 {
                return .held("the 401 went to the caller, and the session was kept: on_401 is report", isFinal: false)
            }
            if hasRejectedRefresh { return .waiting(for: "the end of the session") }
            return .notHeld("the 401 ended nothing")
        }
        return .waiting(for: rejected > 0 || isRefreshing ? "the refresh" : "the next call")
    }

    /// What follows once the session has ended.
    private var judgeLoss: Ruling? {
        guard let loss else { return nil }
        if losses.count > 1 { return .notHeld("the session ended \(losses.count) times") }
        if refreshMessagesAfterLoss > 0, !hasSignedIn {
            return .notHeld("a refresh was sent after the session had ended")
        }
        if refreshes > 1 { return .notHeld("\(refreshes) refreshes before the session ended") }
        return .held("forced out once, because \(loss)", isFinal: hasSignedIn)
    }

    private var judgeRefusedSignIn: Ruling {
        if hasSignedIn { return .notHeld("the sign-in succeeded although it was refused") }
        if signInFailures.isEmpty { return .waiting(for: "the end of the sign-in") }
        return .held("the sign-in failed, and nothing else changed")
    }

    /// The answer of the sign-in page is of another attempt: it is refused, and the sign-in goes on.
    var judgeWrongState: Ruling {
        if strayRedirects == 0 {
            if hasSignedIn { return .notHeld("the sign-in took the answer of another state") }
            if let failure = signInFailures.first { return .notHeld("the sign-in ended: \(failure)") }
            return .waiting(for: "the answer to be checked")
        }
        if hasSignedIn { return .held("the answer was refused, and the right one was taken") }
        return .held("the answer was refused, and the sign-in went on", isFinal: !signInFailures.isEmpty)
    }

    /// The provider signs with a new key: its keys are fetched again.
    var judgeKeys: Ruling {
        if let ended { return ended }
        if let reason = rejectedIDTokens.first {
            let words = "the ID token was rejected: \(reason)"
            return Self.isAboutClaims(reason) ? .undecided(words) : .notHeld(words)
        }
        if let failure = refreshFailures.last {
            return .undecided("the session was kept; the refresh failed: \(failure)")
        }
        guard let token = tokens?.idToken, token.fingerprint != before.idToken else {
            return .waiting(for: "the next ID token: refresh or sign in")
        }
        switch token.trust {
        case .verified:
            return .held("the new ID token is verified\(keyFetches > 0 ? " with newly fetched keys" : "")")
        case .failed(let reason), .notChecked(let reason):
            return .notHeld("the new ID token is not verified: \(reason)")
        }
    }

    /// Whether the check that failed is one of a claim: new keys change none.
    private static func isAboutClaims(_ reason: String) -> Bool {
        let claims = ["iss", "sub", "aud", "azp", "exp", "iat", "nbf", "nonce", "auth_time", "at_hash"]
        return claims.contains { reason.hasPrefix($0 + " ") }
    }

    /// The scope shrinks at a refresh: the session goes on with less.
    var judgeScope: Ruling {
        if let ended { return ended }
        guard let tokens else {
            if let failure = refreshFailures.last {
                return .undecided("the refresh failed, and the session was kept: \(failure)")
            }
            return .waiting(for: "the end of the refresh")
        }
        guard let scope = tokens.scope, scope == ["openid"] else { return .notHeld("the scope shown did not shrink") }
        if before.tokens?.scope == scope { return .undecided("the scope was openid before") }
        if ownRefreshes > mostRefreshes(ofTokensFor: lifetime) {
            return .notHeld("\(ownRefreshes) refreshes for a narrower scope")
        }
        if forbidden == 0 { return .held("the scope is openid now, and the session goes on", isFinal: false) }
        return .held("the scope is openid now; a call was answered 403, without a refresh or a logout")
    }

    /// The tokens of a refresh are another user's: they are refused.
    var judgeUser: Ruling {
        if !rejectedIDTokens.isEmpty { return .held("the other user's ID token was refused") }
        if let failure = refreshFailures.first { return .held("the other user's tokens were refused: \(failure)") }
        if losses.count > 1 { return .notHeld("the session ended \(losses.count) times") }
        if let loss { return .held("the session ended because \(loss)", isFinal: hasSignedIn) }
        if let subject, let own = before.subject, subject != own { return .notHeld("the session is now \(subject)'s") }
        return renewals > 0 ? .waiting(for: "user info to be fetched") : .waiting(for: "the end of the refresh")
    }
}
