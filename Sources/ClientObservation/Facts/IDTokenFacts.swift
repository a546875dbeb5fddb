import FoundationEssentials
import JOSE

/// What an ID token says, for a client that must check it (OpenID Connect Core §3.1.3.7).
struct IDTokenFacts: Sendable {
    /// The `alg` of a token without a signature (RFC 7518 §3.6).
    static let unsigned = "none"

    var issuer: String?
    var subject: String?
    var audiences: Set<String> = []
    var nonce: SecretID?
    var expiry: Date?
    /// Whether it says that nobody has signed it.
    var isUnsigned = false
    /// `nil` where its signature can't be checked without the token.
    var signature: SignedHash?
}
