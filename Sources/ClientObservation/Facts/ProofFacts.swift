/// A proof of possession, as its claims say (RFC 9449 §4.2); the signature is not checked.
struct ProofFacts: Sendable {
    var id: SecretID?
    var nonce: SecretID?
    /// Whether it names the method of its request.
    var isForMethod: Bool
    /// Whether it names the URL of its request, without query and fragment.
    var isForTarget: Bool
    /// Whether it has the hash of the access token that goes along; `nil` where none does.
    var isForToken: Bool?
    /// Whether it is signed by a private key, and shows only the public one.
    var isKeyFit: Bool
}
