/// What is known of a provider's behaviour without the doctor: from its documentation, its source and its settings
/// here.
///
/// `Behaviour/wire.py` looks at the wire for the same, and shares nothing with the doctor.
struct KnownBehaviour: Sendable {
    /// The name of the experiment.
    let experiment: String
    /// The verdict and the words that are true; several where the provider itself leaves it to chance.
    let truth: [String]
    /// Where that stands.
    let source: String

    init(_ experiment: String, _ truth: String..., by source: String) {
        (self.experiment, self.truth, self.source) = (experiment, truth, source)
    }

    /// Whether it can be seen at all.
    var isVisible: Bool { !truth.contains { $0.hasPrefix("unknown") } }

    static func of(_ provider: KnownProvider) -> [KnownBehaviour] {
        switch provider {
        case .oidcProviderMock: oidcProviderMock
        case .canaille: canaille
        case .djangoRotating: django + djangoRotating
        case .djangoSteady: django + djangoSteady
        case .glewlwyd: glewlwyd
        }
    }

    /// Where a person signs in on another device: there is no code, and django-oauth-toolkit's device grant brings no
    /// ID token.
    static func byDevice(_ provider: KnownProvider) -> [KnownBehaviour] {
        of(provider).filter { known in
            !known.experiment.hasPrefix("code-")
                && (provider == .glewlwyd || known.experiment != "refreshed-id-token")
        }
    }

    /// Of the resources that `Resources/start` runs.
    static let resources = [
        "fastmcp": mcpServers + fastmcp, "mcp": mcpServers + mcp,
        "authlib": signIn(
            "notes", by: "get_allowed_scope", refreshToken: "OAUTH2_REFRESH_TOKEN_GENERATOR",
            lives: "15 s", .opaque, by: "OAUTH2_TOKEN_EXPIRES_IN") + authlib("notes") + [
                KnownBehaviour(
                    "code-challenge", "sound: its code is refused: invalid_request",
                    by: "CodeChallenge(required=True)"),
                KnownBehaviour("refresh-late", "sound: granted", by: "authenticate_refresh_token looks at no time"),
            ],
    ]

    private enum TokenKind: String {
        case opaque = "by expires_in alone: the token is opaque"
        case jwt = "exp the same"
    }

    /// What a sign-in brings at each of them: the whole scope, and a refresh token that needs no scope.
    private static func signIn(
        _ scope: String, by scopeSource: String, refreshToken: String, lives lifetime: String, _ kind: TokenKind,
        by lifetimeSource: String
    ) -> [KnownBehaviour] {
        [
            KnownBehaviour("refresh-token", "sound: issued, without offline_access", by: refreshToken),
            KnownBehaviour("granted-scope", "sound: \(scope)", by: scopeSource),
            KnownBehaviour("granted-caching", "sound: no-store", by: "Behaviour/wire.py"),
            KnownBehaviour("access-token-accepted", "sound: accepted", by: "Behaviour/wire.py"),
            KnownBehaviour("lifetime", "sound: \(lifetime), \(kind.rawValue)", by: lifetimeSource),
            KnownBehaviour("offline-access", "sound: a refresh token comes", by: refreshToken),
            KnownBehaviour(
                "expiry",
                lifetime.hasSuffix(" s")
                    ? "sound: refused within 1 s of its end" : "unknown: not waited for: it lives \(lifetime)",
                by: lifetimeSource),
        ]
    }

    /// Authlib's grants, as canaille and `Resources/authlib_server.py` have them.
    private static func authlib(_ scope: String) -> [KnownBehaviour] {
        [
            KnownBehaviour(
                "refresh-early", "sound: granted; the access token before is dead", by: "revoke_old_credential"),
            KnownBehaviour("rotation", "sound: another one", by: "INCLUDE_NEW_REFRESH_TOKEN"),
            KnownBehaviour("refreshed-scope", "sound: \(scope)", by: "RefreshTokenGrant.issue_token"),
            KnownBehaviour(
                "spent-token", "sound: refused at once; the new access token was used before",
                by: "authenticate_refresh_token"),
            KnownBehaviour(
                "family", "note: it lives on", by: "authenticate_refresh_token revokes nothing"),
            KnownBehaviour(
                "refresh-twice", "note: one granted; the session lives on",
                "note: both granted; the session lives on with one of the tokens alone: invalid_grant",
                "note: both granted 5 times, by chance: a spent token is refused at once",
                by: "authenticate_refresh_token takes no lock"),
            KnownBehaviour("code-verifier", "sound: refused: invalid_request", by: "validate_code_verifier"),
            KnownBehaviour(
                "code-twice", "note: refused the second time; the first tokens live on",
                by: "delete_authorization_code"),
        ]
    }

    /// oidc-provider-mock 0.3.4: `_app.py` and `_storage.py`.
    private static let oidcProviderMock =
        signIn(
            "openid, profile", by: "Client.SCOPES_SUPPORTED", refreshToken: "Config.issue_refresh_token",
            lives: "1 h", .opaque, by: "Config.access_token_max_age") + [
            KnownBehaviour(
                "refresh-early", "sound: granted; the access token before is dead", by: "revoke_old_credential"),
            KnownBehaviour(
                "unreplaced-token", "sound: good a minute after its first use", by: "Behaviour/wire.py"),
            KnownBehaviour(
                "rotation", "note: no other one came", by: "RefreshTokenGrant has no INCLUDE_NEW_REFRESH_TOKEN"),
            KnownBehaviour("refreshed-scope", "sound: openid, profile", by: "Authlib, RefreshTokenGrant.issue_token"),
            KnownBehaviour(
                "refreshed-id-token", "sound: none comes", by: "OpenIDCode extends AuthorizationCodeGrant alone"),
            KnownBehaviour(
                "refresh-twice", "sound: both granted; the session lives on", by: "a refresh spends no refresh token"),
            KnownBehaviour("code-verifier", "fault: redeemed without it", by: "register_grant without CodeChallenge"),
            KnownBehaviour(
                "code-challenge", "fault: a code without a challenge is redeemed with a verifier",
                by: "register_grant without CodeChallenge"),
            KnownBehaviour(
                "code-twice", "note: refused the second time; the first tokens live on",
                by: "delete_authorization_code"),
        ]

    /// canaille 0.3.6: `oidc/provider.py`, and `Providers/canaille/serve.py`.
    private static let canaille =
        signIn(
            "openid, profile", by: "the client's scope in serve.py", refreshToken: "grant_types in serve.py",
            lives: "15 s", .jwt, by: "lifetime in serve.py") + authlib("openid, profile") + [
            KnownBehaviour(
                "code-challenge", "note: it may be left out; a verifier without its challenge is refused",
                by: "validate_code_challenge and validate_code_verifier"),
            KnownBehaviour("refresh-late", "fault: refused: invalid_grant", by: "one record and one end for both"),
            KnownBehaviour(
                "refreshed-id-token", "sound: none comes", by: "OpenIDCode extends AuthorizationCodeGrant alone"),
            KnownBehaviour(
                "revoked-access-token", "sound: dead at once; the refresh token died with it",
                by: "RevocationEndpoint.revoke_token: one record holds both"),
            KnownBehaviour(
                "revoked-refresh-token", "sound: dead, and the access token with it",
                by: "RevocationEndpoint.revoke_token: one record holds both"),
        ]

    /// django-oauth-toolkit 3.4.1: `oauth2_validators.py`, `models.py` and its settings; oauthlib's grants.
    private static let django =
        signIn(
            "openid, profile", by: "SCOPES in project.py", refreshToken: "the grant in people_and_clients.py",
            lives: "10 min", .opaque, by: "ACCESS_TOKEN_EXPIRE_SECONDS in project.py") + [
            KnownBehaviour(
                "refresh-early", "sound: granted; the access token before is dead", by: "_save_bearer_token"),
            KnownBehaviour("refreshed-scope", "sound: openid, profile", by: "get_original_scopes"),
            KnownBehaviour("refreshed-id-token", "sound: of the same user and sign-in", by: "oauthlib, add_id_token"),
            KnownBehaviour(
                "code-verifier", "sound: refused: invalid_request", by: "oauthlib, MissingCodeVerifierError"),
            KnownBehaviour("code-challenge", "sound: refused: invalid_request", by: "PKCE_REQUIRED is True"),
            KnownBehaviour(
                "code-twice", "note: refused the second time; the first tokens live on",
                by: "invalidate_authorization_code deletes the grant alone"),
            KnownBehaviour(
                "revoked-access-token", "sound: dead at once; the refresh token died with it",
                by: "revoke_access_token"),
            KnownBehaviour(
                "revoked-refresh-token", "sound: dead, and the access token with it",
                by: "AbstractRefreshToken.revoke"),
        ]

    private static let djangoRotating = [
        KnownBehaviour("rotation", "sound: another one", by: "ROTATE_REFRESH_TOKEN in project.py"),
        KnownBehaviour(
            "spent-token", "sound: refused at once; the new access token was used before",
            by: "REFRESH_TOKEN_GRACE_PERIOD_SECONDS is 0"),
        KnownBehaviour(
            "family", "sound: it is dead: invalid_grant",
            by: "REFRESH_TOKEN_REUSE_PROTECTION in project.py"),
        KnownBehaviour("family-access-token", "sound: dead at once", by: "revoke_family deletes the access tokens"),
        KnownBehaviour(
            "refresh-twice", "note: one granted; the session is dead: invalid_grant",
            "note: both granted; the session is dead: invalid_grant",
            "note: both granted; the session lives on with one of the tokens alone: invalid_grant",
            "note: both granted, 1 of 2 access tokens dead at once; the session lives on with one of the tokens alone: "
                + "invalid_grant",
            "note: both granted 5 times, by chance: a spent token is refused at once",
            "note: one granted, the other one: 500; the session lives on",
            by: "validate_refresh_token takes no lock, and protects against reuse"),
    ]

    private static let djangoSteady = [
        KnownBehaviour("rotation", "note: no other one came", by: "ROTATE_REFRESH_TOKEN in project.py"),
        KnownBehaviour("unreplaced-token", "sound: good a minute after its first use", by: "ROTATE_REFRESH_TOKEN"),
        KnownBehaviour(
            "refresh-twice", "note: both granted, 1 of 2 access tokens dead at once; the session lives on",
            "note: one granted, the other one: 500; the session lives on",
            by: "TokenView looks for the access token that the other refresh may have overwritten, and answers 500"),
    ]

    /// glewlwyd 2.7.5: `OIDC.md`, and the parameters in `Providers/glewlwyd/set_up.py`.
    private static let glewlwyd =
        signIn(
            "openid", by: "allowed-scope", refreshToken: "auth-type-refresh-enabled",
            lives: "10 min", .jwt, by: "access-token-duration") + [
            KnownBehaviour(
                "refresh-early", "sound: granted; the access token before is still accepted",
                by: "access tokens are JWTs that end by themselves"),
            KnownBehaviour("rotation", "sound: another one", by: "refresh-token-one-use: always"),
            KnownBehaviour("refreshed-scope", "sound: openid", by: "allowed-scope"),
            KnownBehaviour("refreshed-id-token", "sound: none comes", by: "Behaviour/wire.py"),
            KnownBehaviour(
                "spent-token", "sound: refused at once; the new access token was used before",
                by: "refresh-token-one-use: always"),
            KnownBehaviour(
                "family", "sound: it is dead: 400",
                by: "OIDC.md, One-time use refresh token: a replay disables them all"),
            KnownBehaviour("family-access-token", "note: still accepted", by: "OIDC.md: refresh tokens are disabled"),
            KnownBehaviour(
                "refresh-twice", "note: one granted; the session is dead: 400",
                "note: one granted; the session lives on",
                "note: both granted; the session lives on with one of the tokens alone: 400",
                "note: both granted; the session is dead: 400",
                "note: both granted 5 times, by chance: a spent token is refused at once",
                by: "refresh-token-one-use: always; each looks before it writes, and the replay disables the new token "
                    + "if it is there by then"),
            KnownBehaviour("code-verifier", "sound: refused: invalid_code", by: "Behaviour/wire.py"),
            KnownBehaviour("code-challenge", "sound: refused: invalid_request", by: "pkce-required"),
            KnownBehaviour(
                "code-twice", "sound: refused the second time, and the first tokens are dead",
                by: "auth-type-code-revoke-replayed"),
            KnownBehaviour(
                "revoked-access-token", "sound: dead at once; the refresh token lives on",
                by: "OIDC.md, token revocation: the token alone"),
            KnownBehaviour(
                "revoked-refresh-token", "note: dead; the access token is still accepted",
                by: "OIDC.md, token revocation: the token alone"),
        ]

    /// What the token and authorization endpoints of the MCP SDK do, mcp 2.3.0: `server/auth/handlers`.
    private static let mcpServers =
        signIn(
            "read", by: "default_scopes in the server's script", refreshToken: "exchange_authorization_code",
            lives: "1 h", .opaque, by: "exchange_authorization_code") + [
            KnownBehaviour("rotation", "sound: another one", by: "exchange_refresh_token"),
            KnownBehaviour("refreshed-scope", "sound: read", by: "TokenHandler: the refresh token's scopes"),
            KnownBehaviour("family", "note: it lives on", by: "load_refresh_token revokes nothing"),
            KnownBehaviour("code-verifier", "sound: refused: invalid_request", by: "AuthorizationCodeRequest needs it"),
            KnownBehaviour("code-challenge", "sound: refused: invalid_request", by: "AuthorizationRequest needs it"),
            KnownBehaviour(
                "code-twice", "note: refused the second time; the first tokens live on",
                by: "exchange_authorization_code deletes the code alone"),
        ]

    /// fastmcp 4.2.3: `server/auth/providers/in_memory.py`.
    private static let fastmcp = [
        KnownBehaviour("refresh-early", "sound: granted; the access token before is dead", by: "_revoke_internal"),
        KnownBehaviour(
            "spent-token", "sound: refused at once; the new access token was used before",
            by: "exchange_refresh_token deletes it"),
        KnownBehaviour(
            "refresh-twice", "note: one granted; the session lives on",
            by: "nothing is awaited between load_refresh_token and exchange_refresh_token"),
    ]

    /// `Resources/mcp_server.py`.
    private static let mcp = [
        // Its tokens of a refresh are for no resource.
        KnownBehaviour(
            "refresh-early", "fault: granted, and the new access token is refused", by: "exchange_refresh_token"),
        KnownBehaviour(
            "spent-token", "sound: refused at once; the new access token was not used",
            by: "exchange_refresh_token deletes it"),
        KnownBehaviour(
            "refresh-twice", "note: one granted, 1 of 1 access tokens dead at once; the session lives on",
            by: "nothing is awaited between load_refresh_token and exchange_refresh_token"),
    ]
}
