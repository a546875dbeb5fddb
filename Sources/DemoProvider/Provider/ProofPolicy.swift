extension DemoProvider {
    /// What a provider with proofs of possession (DPoP, RFC 9449) requires of its clients.
    package struct ProofPolicy: Sendable, Hashable {
        /// Whether a token request without a proof is refused; if not, it gets bearer tokens.
        package var isRequired = true
        /// Whether a proof must contain a nonce of the server's (§8, §9).
        package var wantsNonce = false

        package init(isRequired: Bool = true, wantsNonce: Bool = false) {
            self.isRequired = isRequired
            self.wantsNonce = wantsNonce
        }
    }
}
