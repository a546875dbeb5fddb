/// What is known of a provider's behaviour without the doctor: from its documentation, its source and its settings here.
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

    static func of(_ provider: KnownProvider) -> [KnownBehaviour] {
        switch provider {
        case .oidcProviderMock: oidcProviderMock
        // A sign-in without PKCE spoils the next ones there, which other tests need.
        case .canaille: []
        case .djangoRotating: django + djangoRotating
        case .djangoSteady: django + djangoSteady
        case .glewlwyd: glewlwyd
        }
    }

    /// Of the resources that `Resources/start` runs.
    static let resources = ["fastmcp": mcpServers + fastmcp, "mcp": mcpServers + mcp, "authlib": authlib]

    /// oidc-provider-mock 0.3.4: `_app.py` and `_storage.py`.
    private static let oidcProviderMock = [
        KnownBehaviour("refresh-token", "sound: issued, without offline_access", by: "Config.issue_refresh_token"),
        KnownBehaviour("granted-scope", "sound: openid, profile", by: "Client.SCOPES_SUPPORTED"),
        KnownBehaviour("access-token-accepted", "sound: accepted", by: "GET /userinfo by hand: 200"),
        KnownBehaviour(
            "lifetime", "sound: 1 h, by expires_in alone: the token is opaque", by: "Config.access_token_max_age"),
        KnownBehaviour("offline-access", "sound: one comes without", by: "OAUTH2_REFRESH_TOKEN_GENERATOR"),
        // RefreshTokenGrant.revoke_old_credential removes it; userinfo answers an unknown token with another error.
        KnownBehaviour("refresh-early", "sound: granted", by: "RefreshTokenGrant"),
        KnownBehaviour(
            "rotation", "note: the same one goes on", by: "RefreshTokenGrant has no INCLUDE_NEW_REFRESH_TOKEN"),
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
            "code-twice", "note: refused the second time; the first tokens live on", by: "delete_authorization_code"),
    ]

    /// django-oauth-toolkit 3.4.1: `oauth2_validators.py`, `models.py` and its settings; oauthlib's grants.
    private static let django = [
        KnownBehaviour(
            "refresh-token", "sound: issued, without offline_access", by: "the grant in people_and_clients.py"),
        KnownBehaviour("granted-scope", "sound: openid, profile", by: "SCOPES in project.py"),
        KnownBehaviour("access-token-accepted", "sound: accepted", by: "GET /o/userinfo/ by hand: 200"),
        KnownBehaviour(
            "lifetime", "sound: 10 min, by expires_in alone: the token is opaque",
            by: "ACCESS_TOKEN_EXPIRE_SECONDS in project.py"),
        KnownBehaviour("offline-access", "sound: one comes without", by: "SCOPES in project.py has no such scope"),
        KnownBehaviour(
            "refresh-early", "sound: granted; the access token before is dead", by: "_save_bearer_token"),
        KnownBehaviour("refreshed-scope", "sound: openid, profile", by: "get_original_scopes"),
        KnownBehaviour("refreshed-id-token", "sound: the same user and sign-in", by: "oauthlib, add_id_token"),
        KnownBehaviour(
            "code-verifier", "sound: refused: invalid_request", by: "oauthlib, MissingCodeVerifierError"),
        KnownBehaviour("code-challenge", "sound: refused: invalid_request", by: "PKCE_REQUIRED is True"),
        KnownBehaviour(
            "code-twice", "note: refused the second time; the first tokens live on",
            by: "invalidate_authorization_code deletes the grant alone"),
        KnownBehaviour(
            "revoked-access-token", "sound: dead at once; the refresh token died with it", by: "revoke_access_token"),
        KnownBehaviour(
            "revoked-refresh-token", "sound: dead, and the access token with it", by: "AbstractRefreshToken.revoke"),
    ]

    private static let djangoRotating = [
        KnownBehaviour("rotation", "sound: another one", by: "ROTATE_REFRESH_TOKEN in project.py"),
        KnownBehaviour("spent-token", "sound: refused at once", by: "REFRESH_TOKEN_GRACE_PERIOD_SECONDS is 0"),
        KnownBehaviour(
            "family", "sound: the newest token is dead: invalid_grant",
            by: "REFRESH_TOKEN_REUSE_PROTECTION in project.py"),
        KnownBehaviour("family-access-token", "sound: dead at once", by: "revoke_family deletes the access tokens"),
        KnownBehaviour(
            "refresh-twice", "sound: both granted; the session lives on",
            "note: one granted; the session is dead: invalid_grant",
            by: "validate_refresh_token takes no lock, and protects against reuse"),
    ]

    private static let djangoSteady = [
        KnownBehaviour("rotation", "note: the same one goes on", by: "ROTATE_REFRESH_TOKEN in project.py"),
        KnownBehaviour(
            "refresh-twice", "sound: both granted; the session lives on", by: "a refresh spends no refresh token"),
    ]

    /// glewlwyd 2.7.5: `OIDC.md`, and the parameters in `Providers/glewlwyd/set_up.py`.
    private static let glewlwyd = [
        KnownBehaviour("refresh-token", "sound: issued, without offline_access", by: "auth-type-refresh-enabled"),
        KnownBehaviour("granted-scope", "sound: openid", by: "allowed-scope"),
        KnownBehaviour("access-token-accepted", "sound: accepted", by: "GET /api/oidc/userinfo by hand: 200"),
        KnownBehaviour("lifetime", "sound: 10 min, exp the same", by: "access-token-duration"),
        KnownBehaviour("offline-access", "sound: one comes without", by: "allowed-scope has no such scope"),
        KnownBehaviour(
            "refresh-early", "sound: granted; the access token before is still accepted",
            by: "access tokens are JWTs that end by themselves"),
        KnownBehaviour("rotation", "sound: another one", by: "refresh-token-one-use: always"),
        KnownBehaviour("refreshed-scope", "sound: openid", by: "allowed-scope"),
        KnownBehaviour("refreshed-id-token", "sound: none comes", by: "a refresh by hand: no id_token"),
        KnownBehaviour("spent-token", "sound: refused at once", by: "refresh-token-one-use: always"),
        KnownBehaviour(
            "family", "sound: the newest token is dead: 400",
            by: "OIDC.md, One-time use refresh token: a replay disables them all"),
        KnownBehaviour("family-access-token", "note: still accepted", by: "OIDC.md: refresh tokens are disabled"),
        KnownBehaviour(
            "refresh-twice", "note: one granted; the session is dead: 400", "note: one granted; the session lives on",
            by: "refresh-token-one-use: always; the replay disables the new token if it is there by then"),
        KnownBehaviour("code-verifier", "sound: refused: invalid_code", by: "a code without its verifier by hand"),
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
    private static let mcpServers = [
        KnownBehaviour("refresh-token", "sound: issued, without offline_access", by: "exchange_authorization_code"),
        KnownBehaviour("granted-scope", "sound: read", by: "default_scopes in the server's script"),
        KnownBehaviour("access-token-accepted", "sound: accepted", by: "GET /mcp by hand: not 401"),
        KnownBehaviour(
            "lifetime", "sound: 1 h, by expires_in alone: the token is opaque", by: "exchange_authorization_code"),
        KnownBehaviour("offline-access", "sound: one comes without", by: "exchange_authorization_code"),
        KnownBehaviour("rotation", "sound: another one", by: "exchange_refresh_token"),
        KnownBehaviour("refreshed-scope", "sound: read", by: "TokenHandler: the refresh token's scopes"),
        KnownBehaviour("spent-token", "sound: refused at once", by: "exchange_refresh_token deletes it"),
        KnownBehaviour("family", "note: the newest token lives on", by: "load_refresh_token revokes nothing"),
        KnownBehaviour(
            "refresh-twice", "note: one granted; the session lives on",
            by: "nothing is awaited between load_refresh_token and exchange_refresh_token"),
        KnownBehaviour("code-verifier", "sound: refused: invalid_request", by: "AuthorizationCodeRequest needs it"),
        KnownBehaviour("code-challenge", "sound: refused: invalid_request", by: "AuthorizationRequest needs it"),
        KnownBehaviour(
            "code-twice", "note: refused the second time; the first tokens live on",
            by: "exchange_authorization_code deletes the code alone"),
    ]

    /// fastmcp 4.2.3: `server/auth/providers/in_memory.py`.
    private static let fastmcp = [
        KnownBehaviour("refresh-early", "sound: granted; the access token before is dead", by: "_revoke_internal")
    ]

    /// `Resources/mcp_server.py`.
    private static let mcp = [
        KnownBehaviour(
            "refresh-early", "sound: granted; the access token before is still accepted", by: "exchange_refresh_token")
    ]

    /// Authlib 1.9.10 and `Resources/authlib_server.py`.
    private static let authlib = [
        KnownBehaviour("refresh-token", "sound: issued, without offline_access", by: "OAUTH2_REFRESH_TOKEN_GENERATOR"),
        KnownBehaviour("granted-scope", "sound: notes", by: "get_allowed_scope"),
        KnownBehaviour("access-token-accepted", "sound: accepted", by: "GET /notes by hand: 200"),
        KnownBehaviour(
            "lifetime", "sound: 10 d, by expires_in alone: the token is opaque",
            by: "Authlib, GRANT_TYPES_EXPIRES_IN: 864000 s"),
        KnownBehaviour("offline-access", "sound: one comes without", by: "OAUTH2_REFRESH_TOKEN_GENERATOR"),
        KnownBehaviour(
            "refresh-early", "sound: granted; the access token before is dead", by: "revoke_old_credential"),
        KnownBehaviour("rotation", "sound: another one", by: "INCLUDE_NEW_REFRESH_TOKEN"),
        KnownBehaviour("refreshed-scope", "sound: notes", by: "Authlib, RefreshTokenGrant.issue_token"),
        KnownBehaviour("spent-token", "sound: refused at once", by: "authenticate_refresh_token"),
        KnownBehaviour("family", "note: the newest token lives on", by: "authenticate_refresh_token revokes nothing"),
        KnownBehaviour(
            "refresh-twice", "sound: both granted; the session lives on", "note: one granted; the session lives on",
            by: "authenticate_refresh_token takes no lock"),
        KnownBehaviour("code-verifier", "sound: refused: invalid_request", by: "CodeChallenge(required=True)"),
        KnownBehaviour(
            "code-challenge", "note: it may be left out; a verifier without its challenge is refused",
            by: "Authlib, validate_code_challenge and validate_code_verifier"),
        KnownBehaviour(
            "code-twice", "note: refused the second time; the first tokens live on", by: "delete_authorization_code"),
    ]
}
