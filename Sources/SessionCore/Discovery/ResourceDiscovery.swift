public import FoundationEssentials

/// The way from the URL of a protected resource to a client that can sign in and call it.
///
/// The resource is asked without a token. Its challenge and its metadata (RFC 9728) name the authorization server,
/// whose metadata (RFC 8414) says where a client signs in, and where one may register (RFC 7591). Each step is reported
/// as it ends, with what was asked, what was found and by which rule.
///
/// A resource decides where the client goes next. So a resource of https leads to https only, and one of the internet
/// to no private, loopback or link-local address: judged by the URLs here, and after the name look-up by the transport.
/// Answers are bounded in size, redirects and time. Secrets are sent to the authorization server alone, when a client
/// is registered; ``client(at:reporting:)`` does that, after the caller had the issuer confirmed.
public struct ResourceDiscovery: Sendable {
    /// What is known beforehand, and how this program presents itself.
    public struct Options: Sendable {
        /// The expected issuer, or the one chosen of several; `nil` accepts a resource with a single issuer.
        public var issuer: String?
        /// A client that a person named; `nil` lets the discovery find one.
        public var clientID: String?
        /// How that client authenticates.
        public var authentication = ClientAuthentication.none
        /// The clients that were registered before; each is used at its own issuer only.
        public var registeredClients: [RegisteredClient] = []
        /// The address of this client's metadata document, where one is hosted.
        public var clientMetadataURL: URL?
        /// The token that a server may require for a registration (RFC 7591 §3).
        public var initialAccessToken: Secret?
        /// The scope to ask for instead of what the resource says.
        public var scope: [String]?
        /// The metadata to register a client with.
        public var metadata: ClientMetadata
        /// Whether plain http beyond loopback is allowed; off by default.
        public var allowsPlainHTTP = false

        /// Creates options that know nothing beforehand.
        public init(metadata: ClientMetadata) {
            self.metadata = metadata
        }
    }

    /// The resource, as the person gave it.
    public let url: URL
    /// What is known beforehand.
    public var options: Options
    let channel: Channel

    /// Creates a discovery; nothing is sent yet.
    public init(
        of url: URL, options: Options, transport: any HTTPTransport, clock: any SessionClock = SystemClock()
    ) {
        self.init(
            of: url, options: options,
            channel: Channel(
                transport: transport, clock: clock, randomness: SystemRandomness(),
                scope: EventScope(journal: EventJournal(clock: clock), generation: 0)))
    }

    /// Creates a discovery whose messages are reported to a channel's journal.
    package init(of url: URL, options: Options, channel: Channel) {
        self.url = url
        self.options = options
        self.channel = channel
    }

    /// Finds the authorization server of the resource; `nil` where the resource needs no token.
    ///
    /// A resource that answers without one needs one all the same where ``Options/issuer`` is named, or its metadata
    /// name one: servers protect some methods only.
    /// Throws the step that failed, or that asks which of several servers it shall be. Nothing secret is sent.
    public func server(
        reporting report: (DiscoveryStep) -> Void = { _ in }
    ) async throws(DiscoveryFailure) -> DiscoveredServer? {
        let asked: AskedResource? = try await DiscoveryStep.run(.resource, report) {
            (attempts) async throws(Conclusion) in try await askResource(&attempts)
        }
        guard let asked else { return nil }
        let statement: ResourceStatement = try await DiscoveryStep.run(.resourceMetadata, report) {
            (attempts) async throws(Conclusion) in try await readMetadata(of: asked, &attempts)
        }
        let issuer: String = try await DiscoveryStep.run(.authorizationServer, report) {
            (_) async throws(Conclusion) in try chooseIssuer(of: statement, asked)
        }
        let metadata: ProviderMetadata = try await DiscoveryStep.run(.serverMetadata, report) {
            (attempts) async throws(Conclusion) in
            try await readMetadata(of: issuer, asked.territory, statement.server, &attempts)
        }
        let published = statement.metadata
        return DiscoveredServer(
            url: asked.url, resource: published?.resource, issuer: issuer,
            scope: options.scope ?? asked.scope(of: published), metadata: metadata, territory: asked.territory,
            question: asked.question)
    }

    /// Finds the client to sign in with at a server, and registers one there if none is known.
    ///
    /// Throws the step if it failed, or if a person must name a client.
    public func client(
        at server: DiscoveredServer, reporting report: (DiscoveryStep) -> Void = { _ in }
    ) async throws(DiscoveryFailure) -> DiscoveredClient {
        try await DiscoveryStep.run(.client, report) { (attempts) async throws(Conclusion) in
            try await findClient(at: server, &attempts)
        }
    }
}
