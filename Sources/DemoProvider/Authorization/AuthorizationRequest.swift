import HTTPServer

/// A checked authorization request (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1).
struct AuthorizationRequest: Sendable {
    let client: Client
    let redirectURI: String
    let state: String?
    let scope: Scope
    /// What the access tokens are going to be for (RFC 8707 §2).
    let audience: TokenAudience
    let nonce: String?
    let codeChallenge: String?
    /// The thumbprint of the key to bind the code to (RFC 9449 §10).
    let proofKey: String?
    let prompt: Set<String>
    let loginHint: String?
    let maxAge: Int?
    /// The provider's one authentication context class besides a plain sign-in, if it was requested.
    let contextClass: String?

    static let stepUpContextClass = "urn:session-console:acr:step-up"

    /// Checks everything but the client, the redirect URI and the audience.
    ///
    /// Errors in the first two must not be sent to the redirect URI.
    init(
        _ parameters: FormItems, client: Client, redirectURI: String, audience: TokenAudience, needsChallenge: Bool
    ) throws(ErrorAnswer) {
        try parameters.checkRepetitions()
        guard client.grantTypes.contains(.authorizationCode) else {
            throw .unregisteredGrant(.authorizationCode)
        }
        guard let responseType = parameters["response_type"] else {
            throw ErrorAnswer(.invalidRequest, "response_type is missing")
        }
        guard responseType == "code" else {
            throw ErrorAnswer(.unsupportedResponseType, "only the response type code is supported")
        }
        guard parameters["response_mode"] ?? "query" == "query" else {
            throw ErrorAnswer(.invalidRequest, "only the response mode query is supported")
        }
        guard parameters["request"] == nil else {
            throw ErrorAnswer(.requestNotSupported, "request objects are not supported")
        }
        self.client = client
        self.redirectURI = redirectURI
        state = parameters["state"]
        scope = client.scope(requested: parameters["scope"])
        self.audience = audience
        nonce = parameters["nonce"]
        proofKey = parameters["dpop_jkt"]
        codeChallenge = try Self.codeChallenge(of: parameters, isNeeded: needsChallenge)
        prompt = Set((parameters["prompt"] ?? "").split(separator: " ").map(String.init))
        guard !prompt.contains("none") || prompt.count == 1 else {
            throw ErrorAnswer(.invalidRequest, "prompt none can't be combined with another prompt")
        }
        loginHint = parameters["login_hint"]
        maxAge = try parameters["max_age"].map { text throws(ErrorAnswer) in
            guard let age = Int(text), age >= 0 else {
                throw ErrorAnswer(.invalidRequest, "max_age is not a number of seconds")
            }
            return age
        }
        let wanted = (parameters["acr_values"] ?? "").split(separator: " ")
        contextClass = wanted.contains { $0 == Self.stepUpContextClass } ? Self.stepUpContextClass : nil
    }

    private static func codeChallenge(of parameters: FormItems, isNeeded: Bool) throws(ErrorAnswer) -> String? {
        guard let challenge = parameters["code_challenge"] else {
            guard !isNeeded else {
                throw ErrorAnswer(.invalidRequest, "code_challenge is missing: this client must use PKCE")
            }
            return nil
        }
        guard parameters["code_challenge_method"] == "S256" else {
            throw ErrorAnswer(.invalidRequest, "code_challenge_method must be S256")
        }
        guard CodeChallenge.isValid(challenge) else {
            throw ErrorAnswer(.invalidRequest, "code_challenge is not a SHA-256 in base64url")
        }
        return challenge
    }
}
