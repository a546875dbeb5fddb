import SessionCore
package import SessionHTTP

/// What is known of a provider, from its metadata or by the shape of the requests to it.
package struct ObservedProvider: Sendable, Identifiable {
    package let id: Int
    package let origin: Origin
    /// `nil` where no metadata was seen.
    package internal(set) var issuer: String?
    /// The endpoints by the hash of their URL.
    var endpoints: [ProviderEndpoint: SecretID] = [:]
    /// How clients may authenticate themselves; `nil` where no metadata was seen (RFC 8414 §2).
    var clientAuthentications: Set<String>?
    /// What it can grant by; `nil` where its metadata don't say.
    var grants: Set<String>?
    /// The algorithms of its ID tokens; `nil` where its metadata don't say.
    var idTokenAlgorithms: Set<String>?
    /// Whether its authorization responses carry `iss` (RFC 9207 §3).
    var sendsIssuer = false
    /// Whether it takes pushed authorization requests alone (RFC 9126 §5).
    var requiresPushedRequests = false

    init(id: Int, origin: Origin) {
        self.id = id
        self.origin = origin
    }
}

/// The providers that were seen, and whose endpoint a URL is.
struct ObservedProviders: Sendable {
    /// More than that are those of a server that makes up names.
    static let limit = 64

    private(set) var all: [ObservedProvider] = []
    private var endpoints: [SecretID: (provider: Int, endpoint: ProviderEndpoint)] = [:]
    /// Where browsers are sent back to.
    private var redirects: Set<SecretID> = []

    subscript(id: Int) -> ObservedProvider? { all.indices.contains(id) ? all[id] : nil }

    func endpoint(at place: SecretID) -> (provider: Int, endpoint: ProviderEndpoint)? { endpoints[place] }

    func has(_ origin: Origin) -> Bool { all.contains { $0.origin == origin } }

    /// The provider of an origin, new where there is none; of several at one origin none is meant.
    mutating func provider(at origin: Origin) -> Int? {
        let known = all.filter { $0.origin == origin }
        return known.count > 1 ? nil : known.first?.id ?? add(origin)
    }

    /// Learns an endpoint that was recognised by the shape of a request.
    mutating func learn(_ endpoint: ProviderEndpoint, at place: SecretID, of provider: Int) {
        guard all.indices.contains(provider), all[provider].endpoints[endpoint] == nil else { return }
        all[provider].endpoints[endpoint] = place
        endpoints[place] = (provider, endpoint)
    }

    /// Adds where a client wants a browser to be sent back to.
    mutating func addRedirect(_ place: SecretID) {
        if redirects.count < 4 * Self.limit { redirects.insert(place) }
    }

    func isRedirect(_ place: SecretID) -> Bool { redirects.contains(place) }

    /// Learns what the metadata of an issuer says.
    mutating func learn(_ metadata: PublishedMetadata) {
        let known =
            all.first { $0.issuer == metadata.issuer } ?? all.first { $0.origin == metadata.origin && $0.issuer == nil }
        guard let id = known?.id ?? add(metadata.origin) else { return }
        all[id].issuer = metadata.issuer
        all[id].clientAuthentications = metadata.clientAuthentications
        all[id].grants = metadata.grants
        all[id].idTokenAlgorithms = metadata.idTokenAlgorithms
        all[id].sendsIssuer = metadata.sendsIssuer
        all[id].requiresPushedRequests = metadata.requiresPushedRequests
        for (endpoint, place) in metadata.endpoints {
            all[id].endpoints[endpoint] = place
            endpoints[place] = (id, endpoint)
        }
    }

    private mutating func add(_ origin: Origin) -> Int? {
        guard all.count < Self.limit else { return nil }
        all.append(ObservedProvider(id: all.count, origin: origin))
        return all.count - 1
    }
}

/// What a provider publishes about itself, as far as it says how clients must behave (RFC 8414 §2).
struct PublishedMetadata: Sendable {
    var issuer: String
    var origin: Origin
    var endpoints: [ProviderEndpoint: SecretID]
    /// `nil` where it is not known what it publishes.
    var clientAuthentications: Set<String>?
    var grants: Set<String>?
    var idTokenAlgorithms: Set<String>?
    var sendsIssuer: Bool
    var requiresPushedRequests: Bool
}
