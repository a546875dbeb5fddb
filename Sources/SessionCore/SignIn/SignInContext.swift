/// What a sign-in flow works with: the client's configuration, and its provider's token endpoint.
public struct SignInContext: Sendable {
    /// The session's configuration, as it was given to ``Session``.
    public var configuration: ClientConfiguration { provider.configuration }
    package let provider: ProviderChannel

    package init(provider: ProviderChannel) {
        self.provider = provider
    }

    /// Asks the token endpoint for tokens with the client's authentication, and checks the ID token that comes along.
    ///
    /// The grant's parameters are sent as they are, `grant_type` among them. Throws ``SessionError/signInDenied(_:)``
    /// where the provider says that the grant is invalid.
    public func signIn(with grant: FormParameters) async throws(SessionError) -> SignInResult {
        try await validated(
            try await TokenEndpoint(provider).request(grant).tokens(),
            requestedScope: grant["scope"].map { $0.split(separator: " ").map(String.init) })
    }

    /// The scope to ask for: the configured one without what is optional and the provider does not list.
    func scope(adding more: [String]) async throws(SessionError) -> [String] {
        // An endpoint that is configured needs no discovery.
        let isConfigured = configuration.optionalScope.isEmpty || configuration.endpoints[.token] != nil
        let metadata =
            isConfigured ? ProviderMetadata(withoutDiscovery: configuration) : try await provider.metadata()
        return metadata.scope(of: configuration, adding: more)
    }

    /// Checks the ID token of a response, where there is one.
    package func validated(
        _ tokens: TokenResponse, requestedScope: [String]?,
        expecting expectation: IDTokenExpectation = IDTokenExpectation()
    ) async throws(SessionError) -> SignInResult {
        let requestedScope = requestedScope.flatMap { $0.isEmpty ? nil : $0 }
        guard let idToken = tokens.idToken else {
            if expectation.maxAge != nil {
                throw .untrustworthy(
                    "max_age was requested, but no ID token says when the user signed in", during: .token)
            }
            return SignInResult(tokens: tokens, idToken: nil, requestedScope: requestedScope)
        }
        let verifier = IDTokenVerifier(provider)
        return SignInResult(
            tokens: tokens, idToken: try await verifier.verify(idToken, from: tokens, expecting: expectation),
            requestedScope: requestedScope)
    }
}
