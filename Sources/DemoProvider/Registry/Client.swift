import JOSE

/// A registered client (RFC 6749 §2).
struct Client: Sendable {
    enum Authentication: Sendable, Hashable {
        case none
        case secretBasic
        case secretPost
        case privateKeyJWT
    }

    let id: String
    let name: String
    let secret: String
    /// The public keys that verify its assertions (RFC 7523).
    var keys: [JWK] = []
    let authentication: Set<Authentication>

    /// Whether it must use PKCE: a client without a secret proves by it that a code is its own (RFC 7636 §1).
    var requiresProofKey: Bool { authentication.contains(.none) }

    /// The announced client: public without a secret, as a terminal program is; with the announced secret it may also
    /// use client credentials and introspection.
    static func publicClient(secret: String) -> Client {
        Client(
            id: "session-console", name: "Session Console", secret: secret,
            authentication: [.none, .secretBasic, .secretPost])
    }

    /// A client that must authenticate with its secret, or with an assertion signed by one of its keys.
    static func confidentialClient(secret: String, keys: [JWK]) -> Client {
        Client(
            id: "session-console-service", name: "Session Console Service", secret: secret, keys: keys,
            authentication: [.secretBasic, .secretPost, .privateKeyJWT])
    }
}
