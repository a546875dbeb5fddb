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
    /// The refresh token may be invalid, and nothing but the status says so: it may be a proxy's as well.
    case bare
    /// The refusal is about something else, passes by itself, or may not be the provider's.
    case unharmed

    /// The verdict by the answer's status and what its body is.
    ///
    /// An answer that hands out tokens is not to be asked about.
    package init(status: Int, body: RefusalBody) {
        self =
            switch (StatusMeaning(status), body) {
            case (.temporary, _), (.redirect, _), (_, .page): .unharmed
            case (_, .object): Self.namelessRefusals.contains(status) ? .doubtful : .unharmed
            case (_, .bare): Self.namelessRefusals.contains(status) ? .bare : .unharmed
            case (_, .error("invalid_grant")): .dead
            // A 404 is about the address, whatever its body says.
            case (_, .error(let error)) where status == 404 || Self.errorsOfSomethingElse.contains(error): .unharmed
            case (_, .error(let error)): Self.errorsThatDemandASignIn.contains(error) ? .dead : .doubtful
            }
    }

    /// The statuses that refuse a refresh token without an OAuth error; others are a proxy's or a firewall's as well.
    private static let namelessRefusals: Set<Int> = [400, 401, 403, 422]

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
