import FoundationEssentials
import JOSE

/// A registered client (RFC 6749 §2).
struct Client: Sendable {
    /// How it authenticates, as spelled in `token_endpoint_auth_method` (RFC 7591 §2).
    enum Authentication: String, Sendable, Hashable {
        case none
        case secretBasic = "client_secret_basic"
        case secretPost = "client_secret_post"
        case privateKeyJWT = "private_key_jwt"
    }

    let id: String
    let name: String
    /// Empty for a client without one.
    let secret: String
    /// `nil` for a secret that never expires.
    var secretExpiresAt: Date?
    /// The public keys that verify its assertions (RFC 7523).
    var keys: [JWK] = []
    let authentication: Set<Authentication>
    var redirectURIs = RedirectURIs.announced
    /// Where a browser may go on to from a sign-out.
    var postLogoutRedirectURIs = RedirectURIs.announced
    var grantTypes = Set(GrantType.allCases)
    /// The most that it is granted; `nil` for all that the provider grants.
    var scope: Scope?

    /// Where it receives logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.2).
    var logoutURI: String?

    /// Whether it must use PKCE: a client without a secret proves by it that a code is its own (RFC 7636 §1).
    var requiresProofKey: Bool { authentication.contains(.none) }

    /// The scope that is granted for a request; one without a scope gets all of the registered one.
    func scope(requested text: String?) -> Scope {
        guard let scope else { return Scope(requested: text) }
        let requested = Scope(text ?? "")
        return requested.names.isEmpty ? scope : requested.intersection(scope)
    }

    /// The announced client: public without a secret, as a terminal program is; with the announced secret it may also
    /// use client credentials and introspection.
    static func publicClient(secret: String, logoutURI: String?) -> Client {
        Client(
            id: "session-console", name: "Session Console", secret: secret,
            authentication: [.none, .secretBasic, .secretPost], logoutURI: logoutURI)
    }

    /// A client that must authenticate with its secret, or with an assertion signed by one of its keys.
    static func confidentialClient(secret: String, keys: [JWK], logoutURI: String?) -> Client {
        Client(
            id: "session-console-service", name: "Session Console Service", secret: secret, keys: keys,
            authentication: [.secretBasic, .secretPost, .privateKeyJWT], logoutURI: logoutURI)
    }
}
