/// Says which part of a token or key is at fault, and why.
///
/// Carries no key material and no signature bytes.
package enum JOSEError: Error, Sendable, Hashable {
    /// Thrown when a part is not base64url without padding (RFC 7515 §2).
    case notBase64URL(Part)
    /// Thrown when a part is not base64 with padding (RFC 4648 §4).
    case notBase64(Part)
    /// Thrown when a token is not three parts with dots between (RFC 7515 §7.1).
    case notCompact(parts: Int)
    /// Thrown when a part is not JSON, or repeats a name.
    case notJSON(Part, JSONError)
    /// Thrown when a required part is missing.
    case missing(Part)
    /// Thrown when a part is there with another kind of value.
    case wrongType(Part, expected: String)
    /// Thrown when a part has the right kind and a value that it must not have.
    case invalid(Part, expected: String)
    /// Thrown when a key's parameter or a signature has a length that its algorithm does not allow.
    case wrongLength(Part, bytes: Int, expected: Int)
    /// Thrown when a part is well-formed and asks for something not done here; `alg` `none` is such a value.
    case unsupported(Part, value: String)
    /// Thrown when the token's algorithm is none of those that the caller allows.
    case algorithmNotAllowed(JWSAlgorithm)
    /// Thrown when a key's member forbids this use, such as `kty` or `use` (RFC 7517 §4).
    case unsuitableKey(member: String, value: String, needed: String)
    /// Thrown when a key is shorter than its algorithm demands (RFC 7518 §3.2, §3.3).
    case keyTooShort(bits: Int, minimum: Int)
    /// Thrown when signing with a key that has no private part.
    case noPrivateKey
    /// Thrown when a key's private part does not belong to its public part.
    case keyPairMismatch
    /// Thrown when the signature is not one that this key made over this header and payload.
    case invalidSignature
    /// Thrown when the system gives no random bytes.
    case noRandomness
    /// Thrown when OpenSSL refuses what should have worked, with its reason.
    case openSSL(String)

    /// What an error is about.
    package enum Part: Sendable, Hashable {
        case text, header, payload, signature, key, keySet, pem
        case headerMember(String)
        case claim(String)
        case keyMember(String)
    }
}
