public import FoundationEssentials

/// The authorization server of a resource, as the resource and the server describe it.
public struct DiscoveredServer: Sendable {
    /// The resource's URL: the last one, where it was moved within its origin.
    public let url: URL
    /// What the resource calls itself; `nil` where it publishes nothing.
    public let resource: String?
    /// The issuer, as the resource writes it.
    public let issuer: String
    /// The scope to ask for: that of the challenge, else what the metadata lists, else none.
    public let scope: [String]
    /// What the server publishes about itself.
    public let metadata: ProviderMetadata
    let territory: Territory

    /// Whether the resource is on the internet, so that nothing it names may be elsewhere.
    public var isOnInternet: Bool { territory.kinds == AddressKind.global.reachable }
}

/// A client that can sign in for a resource.
public struct DiscoveredClient: Sendable {
    /// The client at the resource's authorization server: its token is for the resource, and goes nowhere else.
    public let configuration: ClientConfiguration
    /// The redirect that the client was registered with; `nil` for a client that somebody else has registered.
    public let redirectURI: URL?
    /// What is to be kept of a registration that was made just now; `nil` where none was.
    public let registration: RegisteredClient?
}
