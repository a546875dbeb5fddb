/// The names under which secrets travel in queries, forms and JSON (RFC 6749, 7009, 7521, 7636, 8628, 8693, OpenID
/// Connect).
enum SecretNames {
    static let all: Set<String> = [
        "access_token", "actor_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier",
        "device_code", "id_token", "id_token_hint", "logout_token", "password", "refresh_token", "state",
        "subject_token", "token", "user_code", "verification_uri_complete",
    ]

    static func contains(_ name: some StringProtocol) -> Bool {
        all.contains(name.lowercased())
    }

    /// What is shown instead of a secret: dots, and the fingerprint that tells it from others.
    static func mask(_ secret: some StringProtocol) -> String {
        secret.isEmpty ? "" : "•••• \(Fingerprint(of: String(secret)))"
    }
}
