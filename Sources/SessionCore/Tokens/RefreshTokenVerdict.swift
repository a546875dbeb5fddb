/// What the token endpoint's refusal of a refresh says about the refresh token.
///
/// It is the only table of that: a session of this program ends by it, and so do those of programs that are watched.
/// Every refusal puts the token in doubt but those that are about something else: providers have a great many words for
/// "sign in again", and few for the rest.
package enum RefreshTokenVerdict: Sendable, Hashable {
    /// The refresh token is invalid for good.
    case dead
    /// The refresh token may be invalid: many providers never say `invalid_grant`.
    case doubtful
    /// The refusal is about something else, or passes by itself.
    case unharmed

    /// The verdict by the answer's status and the code of its OAuth error; `nil` where it has none.
    ///
    /// An answer that hands out tokens is not to be asked about.
    package init(status: Int, error: String?) {
        self =
            switch (StatusMeaning(status), error) {
            case (.temporary, _), (.redirect, _): .unharmed
            case (_, nil): Self.bareRefusals.contains(status) ? .doubtful : .unharmed
            case (_, "invalid_grant"?): .dead
            // A 404 is about the address, whatever its body says.
            case (_, let error?) where status == 404 || Self.errorsOfSomethingElse.contains(error): .unharmed
            case (_, let error?): Self.errorsThatDemandASignIn.contains(error) ? .dead : .doubtful
            }
    }

    /// The statuses that refuse a refresh token without an OAuth error; others are a proxy's or a firewall's as well.
    private static let bareRefusals: Set<Int> = [400, 401, 403, 422]

    /// OpenID Connect Core §3.1.2.6, as Entra answers a refresh.
    private static let errorsThatDemandASignIn: Set<String> = [
        "interaction_required", "login_required", "consent_required",
    ]

    /// What is about the client or the request, or passes by itself.
    private static let errorsOfSomethingElse: Set<String> = [
        // RFC 6749 §5.2 and §4.1.2.1, RFC 8628 §3.5, RFC 8707 §2, RFC 9449 §5 and §8.
        "invalid_client", "unsupported_grant_type", "invalid_scope", "server_error", "temporarily_unavailable",
        "slow_down", "invalid_target", "invalid_dpop_proof", "use_dpop_nonce",
        // GitHub's and Slack's words for the same.
        "incorrect_client_credentials", "bad_client_secret", "invalid_client_id", "internal_error", "fatal_error",
        "service_unavailable", "ratelimited",
    ]
}
