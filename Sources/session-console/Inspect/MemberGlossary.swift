/// What the registered members of a token's header and its claims mean.
enum MemberGlossary {
    struct Entry: Sendable {
        var meaning: String
        /// What a time says of the token, before and after it; `nil` for a member that is no time.
        var time: TimePhrases?
    }

    struct TimePhrases: Sendable {
        var ahead: String
        var past: String
    }

    /// RFC 7515 §4.1, RFC 7516 §4.1, RFC 7797 §3, RFC 9449 §4.2.
    static let header: [String: Entry] = [
        "alg": Entry(meaning: "signature algorithm"),
        "typ": Entry(meaning: "kind of token"),
        "cty": Entry(meaning: "kind of content"),
        "kid": Entry(meaning: "name of the key"),
        "jku": Entry(meaning: "where the sender says its keys are; never followed"),
        "jwk": Entry(meaning: "the key as the sender has it; never trusted"),
        "x5u": Entry(meaning: "where the sender says its certificate is; never followed"),
        "x5c": Entry(meaning: "the sender's certificates; never trusted"),
        "x5t": Entry(meaning: "SHA-1 of the certificate"),
        "x5t#S256": Entry(meaning: "SHA-256 of the certificate"),
        "crit": Entry(meaning: "extensions that must be understood"),
        "b64": Entry(meaning: "whether the payload is base64url"),
        "enc": Entry(meaning: "content encryption"),
        "zip": Entry(meaning: "compression"),
    ]

    /// RFC 7519 §4.1, OpenID Connect Core §2 and §5.1, RFC 7662, RFC 7800, RFC 8693 §4, RFC 9068 §2.2, RFC 9470 §6.
    static let claims: [String: Entry] = [
        "iss": Entry(meaning: "who issued it"),
        "sub": Entry(meaning: "whom it is about"),
        "aud": Entry(meaning: "whom it is for"),
        "exp": Entry(meaning: "end", time: TimePhrases(ahead: "expires in", past: "expired")),
        "nbf": Entry(meaning: "beginning", time: TimePhrases(ahead: "valid in", past: "valid since")),
        "iat": Entry(meaning: "issue", time: TimePhrases(ahead: "issued in the future, in", past: "issued")),
        "jti": Entry(meaning: "its own identifier"),
        "auth_time": Entry(meaning: "sign-in", time: TimePhrases(ahead: "signed in, in", past: "signed in")),
        "updated_at": Entry(meaning: "profile", time: TimePhrases(ahead: "changes in", past: "changed")),
        "nonce": Entry(meaning: "ties it to one sign-in"),
        "azp": Entry(meaning: "the client it was issued to"),
        "client_id": Entry(meaning: "the client it was issued to"),
        "at_hash": Entry(meaning: "half a hash of the access token"),
        "c_hash": Entry(meaning: "half a hash of the authorization code"),
        "s_hash": Entry(meaning: "half a hash of the state"),
        "acr": Entry(meaning: "how strongly the person was authenticated"),
        "amr": Entry(meaning: "by which means the person was authenticated"),
        "sid": Entry(meaning: "the session at the provider"),
        "scope": Entry(meaning: "what it allows"),
        "scp": Entry(meaning: "what it allows"),
        "roles": Entry(meaning: "roles of the subject"),
        "groups": Entry(meaning: "groups of the subject"),
        "entitlements": Entry(meaning: "rights of the subject"),
        "cnf": Entry(meaning: "the key that its user must hold"),
        "act": Entry(meaning: "who acts for the subject"),
        "may_act": Entry(meaning: "who may act for the subject"),
        "token_introspection": Entry(meaning: "the provider's answer about a token"),
        "events": Entry(meaning: "what it reports"),
        "htm": Entry(meaning: "method of the request it proves"),
        "htu": Entry(meaning: "URL of the request it proves"),
        "ath": Entry(meaning: "hash of the access token it proves"),
        "name": Entry(meaning: "full name"),
        "given_name": Entry(meaning: "given name"),
        "family_name": Entry(meaning: "family name"),
        "preferred_username": Entry(meaning: "name to be called by; not an identifier"),
        "email": Entry(meaning: "address; not an identifier"),
        "email_verified": Entry(meaning: "whether the address was proved"),
        "phone_number_verified": Entry(meaning: "whether the number was proved"),
        "zoneinfo": Entry(meaning: "time zone"),
        "locale": Entry(meaning: "language"),
    ]

    /// The values of `typ` that tokens of RFC 7519, 9068, 9449, 8417, 9701 and OpenID Connect bear, in lower case and
    /// without `application/`.
    static let types: Set<String> = [
        "jwt", "at+jwt", "dpop+jwt", "secevent+jwt", "logout+jwt", "token-introspection+jwt", "oauth-authz-req+jwt",
        "client-authentication+jwt", "id_token+jwt", "id+jwt", "vc+jwt", "dc+sd-jwt", "refresh",
    ]
}
