package import FoundationEssentials

/// The end session endpoint (OpenID Connect RP-Initiated Logout 1.0): a page that a browser opens.
package struct EndSessionEndpoint: Sendable {
    private let provider: ProviderChannel

    package init(_ provider: ProviderChannel) {
        self.provider = provider
    }

    /// The URL that signs the person out of the provider itself.
    ///
    /// The ID token names the session to the provider, so that it need not ask. The browser goes on to
    /// `redirectURI`, which the provider must know, with `state`.
    package func url(
        idToken: Secret?, redirectURI: String? = nil, state: String? = nil
    ) async throws(SessionError) -> URL {
        var parameters: FormParameters = ["client_id": provider.configuration.clientID]
        parameters["id_token_hint"] = idToken?.reveal()
        parameters["post_logout_redirect_uri"] = redirectURI
        parameters["state"] = redirectURI == nil ? nil : state
        let endpoint = try await provider.url(of: .endSession)
        guard let url = endpoint.adding(parameters) else {
            throw .unintelligible("\(ProviderEndpoint.endSession.rawValue) takes no parameters", during: .endSession)
        }
        return url
    }
}
