import FoundationEssentials
import JOSE

/// What an ID token says, for a client that must check it (OpenID Connect Core §3.1.3.7).
struct IDTokenFacts: Sendable {
    var issuer: String?
    var subject: String?
    var audiences: Set<String> = []
    var nonce: SecretID?
    var expiry: Date?
    /// `nil` where its signature can't be checked without the token.
    var signature: SignedHash?
}
