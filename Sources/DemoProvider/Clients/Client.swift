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
    /// The public keys of its assertions (RFC 7523).
    var keys: [JWK] = []
    let authentication: Set<Authentication>

    /// A client that may come without a secret proves by PKCE that a code is its own (RFC 7636 §1).
    var requiresProofKey: Bool { authentication.contains(.none) }

    /// The announced client: public when it brings no secret, as a terminal program is; with the announced secret it may
    /// use client credentials and introspection too.
    static func publicClient(secret: String) -> Client {
        Client(
            id: "session-console", name: "Session Console", secret: secret,
            authentication: [.none, .secretBasic, .secretPost])
    }

    /// A client that is never let in without its secret, or an assertion signed by one of its keys.
    static func confidentialClient(secret: String, keys: [JWK]) -> Client {
        Client(
            id: "session-console-service", name: "Session Console Service", secret: secret, keys: keys,
            authentication: [.secretBasic, .secretPost, .privateKeyJWT])
    }
}
