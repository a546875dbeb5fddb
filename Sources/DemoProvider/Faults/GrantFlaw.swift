import FoundationEssentials

/// A flaw of what the provider grants for a code, or of when it refuses what it has granted.
package enum GrantFlaw: String, Sendable, Hashable, CaseIterable {
    /// No client needs a `code_challenge`.
    case challengeLeftOut = "challenge-left-out"
    /// The `code_verifier` may be missing, wrong or without a challenge.
    case uncheckedVerifier = "unchecked-verifier"
    /// A code is redeemed as often as it comes.
    case reusableCode = "reusable-code"
    /// The second use of a code is refused, and ends nothing.
    case survivingTokens = "surviving-tokens"
    /// A refresh token comes only with `offline_access`.
    case offlineScope = "offline-scope"
    /// Access tokens are accepted for 5 s after they expired.
    case lateExpiry = "late-expiry"
    /// Access tokens are refused 10 s before they expire.
    case earlyExpiry = "early-expiry"
    /// Access tokens of a refresh live an hour, whatever those of a sign-in do.
    case longRefreshed = "long-refreshed"
    /// A code that was got without a `code_challenge` is not redeemed without a `code_verifier` either.
    case verifierDemanded = "verifier-demanded"
    /// A spent refresh token is good until a token that came for it is used.
    case spentUntilUse = "spent-until-use"
    /// Where a refresh token is granted twice, what came for it first can't be refreshed.
    case oneSuccessor = "one-successor"
    /// A refresh brings no refresh token, and the one that was sent goes on.
    case unreplacedToken = "unreplaced-token"
    /// A refresh brings no refresh token, and the one that was sent ends a minute later.
    case lostSuccessor = "lost-successor"
    /// ID tokens of a refresh say that the user signed in at that moment.
    case renewedSignIn = "renewed-sign-in"
    /// ID tokens say when the user signed in last, wherever.
    case latestSignIn = "latest-sign-in"
    /// Access tokens of a refresh are refused.
    case refusedRefreshed = "refused-refreshed"
    /// A refresh token ends with the access token that it came with.
    case endsWithAccess = "ends-with-access"
    /// Userinfo takes any token.
    case anyToken = "any-token"
    /// A revocation is answered as done, and ends nothing.
    case uselessRevocation = "useless-revocation"
    /// Access tokens outlive the session that they are of.
    case survivingAccess = "surviving-access"
    /// A spent refresh token is refused, and ends nothing.
    case survivingFamily = "surviving-family"
    /// The `exp` of access tokens is 20 s before what `expires_in` says.
    case earlierExp = "earlier-exp"
    /// The `exp` of access tokens is 20 s after what `expires_in` says.
    case laterExp = "later-exp"
    /// ID tokens of a refresh have no `nonce`.
    case nonceLeftOut = "nonce-left-out"
    /// Token answers don't say how long the access token lives, which they need not (RFC 6749 §5.1).
    case lifetimeLeftOut = "lifetime-left-out"
}

extension Set<GrantFlaw> {
    /// What becomes of a refresh token that is used.
    var useOfRefreshTokens: RefreshTokens.Use {
        if contains(.unreplacedToken) { return .unlimited }
        if contains(.lostSuccessor) { return .forAMinute }
        return contains(.spentUntilUse) ? .untilSuccessor : .once
    }

    /// How much later than `expires_in` says the `exp` of access tokens is.
    var shiftOfExp: TimeInterval { contains(.earlierExp) ? -20 : contains(.laterExp) ? 20 : 0 }

    /// The time that access tokens expire by.
    func expiryTime(at now: Date) -> Date { now + (contains(.lateExpiry) ? -5 : contains(.earlyExpiry) ? 10 : 0) }
}
