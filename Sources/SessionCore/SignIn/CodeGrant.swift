/// A code that a provider has granted, with what redeems it.
package struct CodeGrant: Sendable {
    let code: Secret
    let redirectURI: String
    let verifier: Secret
    /// What the ID token must repeat; `nil` where none was asked for.
    let nonce: String?
    /// What was asked for.
    package let scope: [String]

    /// Asks for the tokens (RFC 6749 §4.1.3), with the code verifier or without.
    package func redeem(at provider: ProviderChannel, sendingVerifier: Bool = true) async -> TokenOutcome {
        var parameters: FormParameters = [
            "grant_type": "authorization_code", "code": code.reveal(), "redirect_uri": redirectURI,
        ]
        if sendingVerifier { parameters["code_verifier"] = verifier.reveal() }
        return await TokenEndpoint(provider).request(parameters)
    }
}
