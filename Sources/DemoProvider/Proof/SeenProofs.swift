/// What proofs may not be sent again, and what they must name.
struct SeenProofs: Sendable {
    var usedAssertions = UsedIdentifiers()
    var used = UsedIdentifiers()
    var nonces: ProofNonces
}
