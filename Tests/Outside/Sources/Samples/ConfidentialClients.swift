import FoundationEssentials
import SessionKit

/// The ways in which a client proves to the provider who it is.
func confidentialClients(issuer: String, secret: String, pem: String) -> [ClientConfiguration] {
    [
        ClientConfiguration(issuer: issuer, clientID: "orders", authentication: .basic(Secret(secret))),
        ClientConfiguration(issuer: issuer, clientID: "orders", authentication: .post(Secret(secret))),
        ClientConfiguration(
            issuer: issuer, clientID: "orders",
            authentication: .privateKeyJWT(ClientKey(pem: Secret(pem), keyID: "key-1"))),
        ClientConfiguration(issuer: issuer, clientID: "orders", authentication: .mutualTLS),
    ]
}

/// A client whose key never leaves a key management service.
func clientOfService(issuer: String, publicJWK: String, service: any Signer) -> ClientConfiguration {
    let key = ClientKey(publicJWK: publicJWK, signer: service)
    return ClientConfiguration(issuer: issuer, clientID: "orders", authentication: .privateKeyJWT(key))
}

/// The session of a program that acts for itself.
func daemonSession(issuer: String, secret: Secret, api: URL, path: String) async throws -> Session {
    let client = ClientConfiguration(
        issuer: issuer, clientID: "orders", authentication: .basic(secret), scope: ["orders"], apis: [api])
    let session = try await Session.open(client: client, store: FileStore(path: path))
    if await !session.isAuthenticated { try await session.signIn(ClientCredentialsFlow()) }
    return session
}
