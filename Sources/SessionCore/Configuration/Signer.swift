/// Signs with a private key that stays where it is: in a key management service, a security module or a TPM.
///
/// ```swift
/// let key = ClientKey(publicJWK: publicJWK, signer: service)
/// ```
public protocol Signer: Sendable {
    /// Signs a message, which is hashed as the algorithm says.
    ///
    /// The algorithm is named as in RFC 7518, section 3.1: `ES256`. An ECDSA signature may be DER, as most services
    /// return it, or both numbers at fixed length. It is checked with the public key. What is thrown counts as a
    /// request that could not be sent: the session is kept.
    func sign(_ message: [UInt8], algorithm: String) async throws -> [UInt8]
}

/// A key whose private half is elsewhere: two are equal if their public halves are.
struct RemoteKey: Sendable, Hashable {
    let publicJWK: String
    let signer: any Signer

    static func == (one: RemoteKey, other: RemoteKey) -> Bool { one.publicJWK == other.publicJWK }

    func hash(into hasher: inout Hasher) { hasher.combine(publicJWK) }
}
