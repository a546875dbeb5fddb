/// What may be shown of the token endpoint's messages; whatever else is in them could be a secret.
enum PublicMembers {
    /// RFC 6749 §4 to §6, RFC 7521 §4, RFC 7628, RFC 8628 §3.4, RFC 8693 §2.1, RFC 8707, RFC 9396.
    static let ofTokenRequests: Set<String> = [
        "grant_type", "client_id", "redirect_uri", "scope", "audience", "resource", "username", "requested_token_type",
        "subject_token_type", "actor_token_type", "client_assertion_type", "authorization_details",
        "response_type",
    ]

    /// RFC 6749 §5, RFC 8693 §2.2, RFC 9396 §7, OpenID Connect Core §3.1.3.3, and what widespread providers add.
    static let ofTokenAnswers: Set<String> = [
        "token_type", "expires_in", "scope", "error", "error_description", "error_uri", "issued_token_type",
        "authorization_details", "refresh_expires_in", "refresh_token_expires_in", "ext_expires_in",
        "id_token_expires_in", "refresh_token_timeout", "authorization_expires_in",
        "not-before-policy", "error_codes", "timestamp", "trace_id", "correlation_id", "interval", "error_hint",
        "status_code",
    ]
}
