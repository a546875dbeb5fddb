import FoundationEssentials

/// What a client's assertion says (RFC 7523 §3); the signature is not checked.
struct AssertionFacts: Sendable {
    /// URLs as they are compared.
    var audiences: Set<String> = []
    var id: SecretID?
    /// From when it is valid until when, as far as it says.
    var lifetime: Duration?
}
