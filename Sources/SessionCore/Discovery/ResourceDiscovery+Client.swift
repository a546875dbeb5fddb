import Addresses
import FoundationEssentials

extension ResourceDiscovery {
    /// The client to sign in with: the one that was named, one registered before at this very issuer, the one that a
    /// document describes, or one that is registered now.
    func findClient(
        at server: DiscoveredServer, _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (DiscoveredClient, Conclusion) {
        if let id = options.clientID {
            let client = client(at: server, id, options.authentication)
            return (client, Conclusion(.done, .givenClient(id), .rfc(6749, "2.2")))
        }
        let now = channel.clock.now
        if let kept = options.registeredClients.last(where: { $0.isUsable(at: server.issuer, on: now) }) {
            let client = client(at: server, kept.clientID, kept.authentication, kept.redirectURI)
            return (client, Conclusion(.done, .keptClient(kept.clientID), .rfc(7591, "3.2.1")))
        }
        if let url = options.clientMetadataURL, server.metadata.takesClientMetadataDocuments {
            let id = url.absoluteString
            return (
                client(at: server, id, .none), Conclusion(.done, .publishedClient(id), .clientMetadataDocument("3"))
            )
        }
        guard let text = server.metadata.endpoints[.registration] else {
            throw Conclusion(.question, .noRegistration, .rfc(7591, "3"))
        }
        let endpoint: URL
        do throws(DiscoveryFinding) {
            endpoint = try server.territory.url(text, named: ProviderEndpoint.registration.rawValue)
        } catch {
            throw .failed(error, .rfc(7591, "3"))
        }
        let registration = ClientRegistration(
            requests: DiscoveryRequests(channel: channel, territory: server.territory), endpoint: endpoint,
            issuer: server.issuer)
        let (registered, end) = try await registration.register(
            options.metadata, scope: server.scope, at: server.metadata, with: options.initialAccessToken, &attempts)
        return (
            client(
                at: server, registered.clientID, registered.authentication, registered.redirectURI, registered), end
        )
    }

    private func client(
        at server: DiscoveredServer, _ id: String, _ authentication: ClientAuthentication, _ redirectURI: URL? = nil,
        _ registration: RegisteredClient? = nil
    ) -> DiscoveredClient {
        var configuration = ClientConfiguration(
            issuer: server.issuer, clientID: id, authentication: authentication, scope: server.scope,
            apis: [server.url])
        // What the resource calls itself may be above the URL: the token is for that, and still goes to the URL alone.
        configuration.keepsTokenToPaths = true
        configuration.allowsPlainHTTP = options.allowsPlainHTTP
        configuration.resources = server.resource.map { [$0] } ?? []
        return DiscoveredClient(
            configuration: configuration, redirectURI: redirectURI,
            registration: registration)
    }
}
