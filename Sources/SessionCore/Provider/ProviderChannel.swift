package import FoundationEssentials
import JOSE

/// A provider, with the channel of one operation of a session.
package struct ProviderChannel: Sendable {
    package let configuration: ClientConfiguration
    package let directory: ProviderDirectory
    package let channel: Channel
    /// What a sign-in's token requests are counted by.
    let signInWork: SignInWork?

    package init(
        configuration: ClientConfiguration, directory: ProviderDirectory, channel: Channel,
        signInWork: SignInWork? = nil
    ) {
        self.configuration = configuration
        self.directory = directory
        self.channel = channel
        self.signInWork = signInWork
    }

    package func metadata() async throws(SessionError) -> ProviderMetadata {
        try await directory.metadata(over: channel)
    }

    /// The metadata with an endpoint in it, where the provider has that; one that is configured needs no discovery.
    func metadata(with endpoint: ProviderEndpoint) async throws(SessionError) -> ProviderMetadata {
        if configuration.endpoints[endpoint] != nil { return ProviderMetadata(withoutDiscovery: configuration) }
        return try await directory.metadata(with: [endpoint], over: channel)
    }

    /// Where an endpoint is.
    package func url(of endpoint: ProviderEndpoint) async throws(SessionError) -> URL {
        try await metadata(with: endpoint).url(of: endpoint, for: configuration)
    }

    /// Sends a form with the client's authentication to one of the provider's endpoints.
    ///
    /// Redirects are never followed: the form holds secrets.
    func post(
        _ parameters: FormParameters, to endpoint: ProviderEndpoint, for purpose: SessionError.Purpose
    ) async throws(SessionError) -> HTTPResponse {
        guard endpoint == .token else {
            return try await channel.send(try await request(parameters, to: endpoint), for: purpose)
        }
        return try await send(for: purpose) { () async throws(SessionError) in
            try await request(parameters, to: endpoint)
        }
    }

    private func request(
        _ parameters: FormParameters, to endpoint: ProviderEndpoint
    ) async throws(SessionError) -> HTTPRequest {
        var request = HTTPRequest(
            method: "POST", url: try await url(of: endpoint),
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
            redirects: .doNotFollow)
        var parameters = parameters
        try await ClientAuthenticator(provider: self).authenticate(&request, &parameters)
        request.body = .text(parameters.encoded)
        return request
    }

    /// That many unguessable bytes, as base64url.
    func randomText(byteCount: Int = 32) throws(SessionError) -> String {
        do {
            return Base64URL.encode(try channel.randomness.bytes(byteCount))
        } catch {
            throw .transport(.invalidRequest("this machine provides no random bytes"), during: .authorization)
        }
    }
}
