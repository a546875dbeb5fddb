import JOSE

/// The provider's side of PKCE (RFC 7636 §4.6).
enum CodeVerifierCheck {
    static func challenge(of verifier: String) -> String {
        Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
    }
}
