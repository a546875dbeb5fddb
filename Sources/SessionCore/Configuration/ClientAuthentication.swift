/// How the client proves its identity to the provider (RFC 6749 §2.3, OpenID Connect Core §9).
public enum ClientAuthentication: Sendable, Hashable {
    /// No authentication: a public client sends its `client_id` only.
    case none
    /// The secret in the `Authorization` field (RFC 6749 §2.3.1).
    case basic(Secret)
    /// The secret in the body.
    case post(Secret)
    /// A signed assertion (RFC 7523 §2.2).
    case privateKeyJWT(ClientKey)
    /// The transport's client certificate (RFC 8705 §2); the endpoints of `mtls_endpoint_aliases` are preferred.
    case mutualTLS
}

extension ClientAuthentication {
    /// What of it must never be shown; a key's text is too long to be echoed, and is never sent.
    var secrets: [Secret] {
        switch self {
        case .basic(let secret), .post(let secret): [secret]
        case .none, .privateKeyJWT, .mutualTLS: []
        }
    }
}

/// The private key that a client signs its assertions with.
public struct ClientKey: Sendable, Hashable {
    /// The audience of an assertion.
    public enum Audience: Sendable, Hashable {
        /// OpenID Connect Core §9.
        case tokenEndpoint
        /// RFC 9126 §2, and providers that follow it everywhere.
        case issuer
    }

    /// The key in PEM, PKCS #8 or the older forms of OpenSSL, without a passphrase; empty where a ``Signer`` has it.
    public var pem: Secret
    /// The `kid` that the provider knows it by; `nil` takes that of the public key, where a ``Signer`` signs.
    public var keyID: String?
    /// Such as `ES256`; `nil` means the usual one for the kind of key.
    public var algorithm: String?
    /// The `aud` of the assertions; the token endpoint's URL by default.
    public var audience: Audience
    var remote: RemoteKey?

    /// Creates a key from its PEM text; ``ClientConfiguration/validate()`` checks that it can sign.
    public init(pem: Secret, keyID: String? = nil, algorithm: String? = nil, audience: Audience = .tokenEndpoint) {
        self.pem = pem
        self.keyID = keyID
        self.algorithm = algorithm
        self.audience = audience
    }

    /// Creates a key whose private half is elsewhere, from its public half as JWK (RFC 7517).
    ///
    /// The algorithm is the JWK's `alg` unless it is given here.
    public init(
        publicJWK: String, signer: any Signer, algorithm: String? = nil, audience: Audience = .tokenEndpoint
    ) {
        self.init(pem: Secret(""), algorithm: algorithm, audience: audience)
        remote = RemoteKey(publicJWK: publicJWK, signer: signer)
    }
}
