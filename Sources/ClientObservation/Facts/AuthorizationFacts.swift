/// What an authorization request asks for, pushed or not (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 9126 §2.1).
package struct AuthorizationFacts: Sendable {
    var client: String?
    var responseTypes: Set<String> = []
    var redirectURI: SecretID?
    /// How that is shown.
    var redirectText: String?
    /// What a registration is compared with.
    var registeredRedirect: SecretID?
    /// Where that leads to, without its query.
    var redirectPlace: SecretID?
    var scope: Set<String> = []
    var resources: Set<String> = []
    var audiences: Set<String> = []
    var state: SecretID?
    var nonce: SecretID?
    var challenge: SecretID?
    /// Whether the challenge is the verifier itself: `plain`, or without a method (RFC 7636 §4.3).
    var isChallengePlain = false
    /// Whether it wants more of the user than a sign-in: `prompt`, `max_age`, `acr_values` or `claims`.
    var asksForMore = false
    /// The request that was pushed before.
    var requestURI: SecretID?
    /// Whether the parameters are in a request object (RFC 9101), which is not read.
    var isOpaque = false
}

/// The provider's answer to an authorization request, on its way through the browser (RFC 6749 §4.1.2, RFC 9207 §2).
package struct RedirectFacts: Sendable, Hashable {
    var code: SecretID?
    var state: SecretID?
    var issuer: String?
    /// Why there is no code (RFC 6749 §4.1.2.1).
    var error: AnswerFacts.Refusal?
}
