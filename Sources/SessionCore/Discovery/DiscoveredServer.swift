public import FoundationEssentials

/// The authorization server of a resource, as the resource and the server describe it.
public struct DiscoveredServer: Sendable {
    /// The resource's URL; after a redirect within its origin, the last one.
    public let url: URL
    /// What the resource calls itself; `nil` where it publishes nothing.
    public let resource: String?
    /// The issuer, as the resource writes it.
    public let issuer: String
    /// The scope to ask for: the challenge's, or else the metadata's; empty where neither has one.
    public let scope: [String]
    /// What the server publishes about itself.
    public let metadata: ProviderMetadata
    let territory: Territory
    /// The question that the resource answered so; with a token it is the first call.
    package let question: ResourceQuestion

    /// Whether the resource is on the internet, so that every address it names must be there too.
    public var isOnInternet: Bool { territory.kinds == AddressKind.global.reachable }
}

/// A client that can sign in for a resource.
public struct DiscoveredClient: Sendable {
    /// The client at the resource's authorization server; its token goes to the resource only.
    public let configuration: ClientConfiguration
    /// The redirect URI that discovery registered the client with; `nil` for a client that was registered by other
    /// means.
    public let redirectURI: URL?
    /// The new registration, for the caller to store; `nil` where discovery registered no client.
    public let registration: RegisteredClient?
}
