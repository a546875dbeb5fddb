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
}

extension Set<GrantFlaw> {
    /// The time that access tokens expire by.
    func expiryTime(at now: Date) -> Date { now + (contains(.lateExpiry) ? -5 : contains(.earlyExpiry) ? 10 : 0) }
}
