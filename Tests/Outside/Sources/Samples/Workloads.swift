import SessionKit

/// Where assertions come from: a key of one's own, a service.
protocol AssertionKeys: Sendable {
    func assertion(for audience: String) async throws -> Secret
}

/// The ways in which a program signs in with a token that something else issues, or that it makes itself.
func signInByTokens(_ session: Session, issuer: String, keys: any AssertionKeys) async throws {
    try await session.signIn(JWTBearerFlow(file: "/var/run/secrets/assertion"))
    try await session.signIn(TokenExchangeFlow(file: "/var/run/secrets/identity"))
    try await session.signIn(JWTBearerFlow { try await keys.assertion(for: issuer) })
}

/// The session of a workload, which goes on after a restart.
func workloadSession(of client: ClientConfiguration, path: String) async throws -> Session {
    let session = try await Session.open(
        client: client, store: FileStore(path: path),
        renewing: [TokenExchangeFlow(file: "/var/run/secrets/identity")])
    return session
}

/// Signs in with a SAML assertion (RFC 7522 §2.1), and so renews its session, too.
struct SAMLFlow: RepeatableSignInFlow {
    let name = "saml"
    let assertion: @Sendable () async throws -> Secret

    func grant(for configuration: ClientConfiguration) async throws -> FormParameters {
        [
            "grant_type": "urn:ietf:params:oauth:grant-type:saml2-bearer",
            "assertion": try await assertion().reveal(),
        ]
    }
}
