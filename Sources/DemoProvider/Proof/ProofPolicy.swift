extension DemoProvider {
    /// What a provider with proofs of possession (DPoP, RFC 9449) asks of its clients.
    package struct ProofPolicy: Sendable, Hashable {
        /// Whether a token request without a proof is refused; otherwise it gets bearer tokens.
        package var isRequired = true
        /// Whether a proof must hold a nonce that the server gave out (§8, §9).
        package var wantsNonce = false

        package init(isRequired: Bool = true, wantsNonce: Bool = false) {
            self.isRequired = isRequired
            self.wantsNonce = wantsNonce
        }
    }

    /// The two origins: each has nonces of its own.
    enum Server: Sendable, Hashable {
        case issuer, api
    }
}
