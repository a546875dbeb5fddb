/// The private key that the session's tokens are bound to (DPoP, RFC 9449).
public struct ProofKey: Sendable, Hashable {
    /// The key in PEM, without a passphrase; empty where a ``Signer`` has it.
    ///
    /// The session's tokens work with this key only, in every process and after every start.
    public var pem: Secret
    /// Such as `ES256`; `nil` means the usual one for the kind of key.
    public var algorithm: String?
    var remote: RemoteKey?

    /// Creates a key from its PEM text; ``ClientConfiguration/validate()`` checks that it can sign.
    public init(pem: Secret, algorithm: String? = nil) {
        self.pem = pem
        self.algorithm = algorithm
    }

    /// Creates a key whose private half is elsewhere, from its public half as JWK (RFC 7517).
    ///
    /// The signer is asked for each request. The algorithm is the JWK's `alg` unless it is given here.
    public init(publicJWK: String, signer: any Signer, algorithm: String? = nil) {
        self.init(pem: Secret(""), algorithm: algorithm)
        remote = RemoteKey(publicJWK: publicJWK, signer: signer)
    }
}

/// How an access token is presented: the `Authorization` field's scheme.
enum TokenScheme: String, Sendable {
    /// RFC 6750 §2.1.
    case bearer = "Bearer"
    /// RFC 9449 §7.1.
    case dpop = "DPoP"
}

extension ClientConfiguration {
    var tokenScheme: TokenScheme { proofKey == nil ? .bearer : .dpop }
}
