package import FoundationEssentials
package import JOSE
import Synchronization

/// What is known of a provider: its metadata and its keys, each asked for when first needed and then kept.
///
/// Callers that need the same at the same moment share one request, of which each can be cancelled alone; its exchange
/// is an event of the first one's. Failures are not kept.
package actor ProviderDirectory {
    /// How long keys are kept; a withdrawn key is trusted no longer than this.
    private static let keyLifetime = Duration.seconds(3_600)
    /// The time from one request for an unknown key to the next, whatever number of tokens name unknown keys.
    static let unknownKeyPause = Duration.seconds(60)
    /// The time from one try to fill gaps of the metadata to the next, where the first met a failure that may pass.
    static let gapPause = Duration.seconds(60)

    /// Binds tokens to the configuration's key; `nil` where it has none.
    nonisolated let proofs: ProofIssuer?
    /// How long discovery may take where there is something to do without it.
    static let patience = Duration.seconds(5)

    private nonisolated let keeper = Mutex<KeptMetadata?>(nil)
    private let configuration: ClientConfiguration
    private var failedAt: Duration?
    private var finding: Discovery.Search?
    private var gapsAskedAt: Duration?
    private var knownKeys: (set: JWKSet, fetchedAt: Duration)?
    private var unknownKeyAskedAt: Duration?
    private let documents = SharedWork<Document, ProviderMetadata>()
    private let keySets = SharedWork<ProviderEndpoint, JWKSet>()

    /// What metadata is asked for under way.
    private enum Document: Sendable { case first, others }

    package init(configuration: ClientConfiguration) {
        self.configuration = configuration
        // An unusable key is refused when the configuration is validated, and so are bearer tokens.
        proofs = configuration.proofKey.flatMap { try? ProofIssuer($0) }
    }

    /// Whether the server of a URL has demanded a nonce in a proof (RFC 9449 §8, §9); `nil` where tokens are not bound
    /// to a key.
    package nonisolated func hasDemandedNonce(at url: URL) -> Bool? { proofs?.wasAskedForNonce(at: url) }

    /// The metadata that was read last, by this process or another that shares the session's record.
    nonisolated var kept: KeptMetadata? { keeper.withLock(\.self) }

    /// Whether the configuration or the metadata that was read last has an introspection endpoint that answers this
    /// client.
    nonisolated var hasIntrospection: Bool {
        let document = kept?.document
        let endpoint = ProviderEndpoint.introspection
        guard configuration.endpoints[endpoint] != nil || document?[endpoint.rawValue]?.string != nil else {
            return false
        }
        let methods = document.flatMap { ProviderMetadata.introspectionMethods(in: $0) }
        return ProviderMetadata.isIntrospectionOpen(to: configuration, methods: methods)
    }

    /// `scopes_supported` of the metadata that was read last; empty where there is none.
    nonisolated var listedScope: [String] { kept?.document["scopes_supported"]?.strings ?? [] }

    /// Keeps metadata from a record, unless what is there is newer.
    nonisolated func keep(_ metadata: KeptMetadata?) {
        guard let metadata else { return }
        keeper.withLock { kept in
            if kept.map({ $0.readAt < metadata.readAt }) ?? true { kept = metadata }
        }
    }

    /// The provider's metadata; asks for it unless that has succeeded before.
    ///
    /// Where the provider gives none for a reason that may pass, what it gave last stands in, or else the configuration
    /// where that has a token endpoint; the provider is asked again a minute later at the earliest.
    package func metadata(over channel: Channel) async throws(SessionError) -> ProviderMetadata {
        if let finding { return finding.metadata }
        if let standIn, let failedAt, channel.clock.uptime - failedAt < Self.gapPause { return standIn }
        return try await documents.outcome(of: .first) { () async throws(SessionError) in
            try await self.discover(over: channel)
        }
        .value()
    }

    private func discover(over channel: Channel) async throws(SessionError) -> ProviderMetadata {
        if let finding { return finding.metadata }
        let standIn = standIn
        let found: Discovery.Search
        do throws(SessionError) {
            found = try await Discovery(configuration: configuration, timeout: standIn.map { _ in Self.patience })
                .search(over: channel)
        } catch {
            guard let standIn, error.mayPass else { throw error }
            failedAt = channel.clock.uptime
            return standIn
        }
        keep(found, at: channel.clock.now)
        return found.metadata
    }

    private var standIn: ProviderMetadata? {
        if let kept { return ProviderMetadata(kept.document, for: configuration) }
        return configuration.endpoints[.token].map { _ in ProviderMetadata(withoutDiscovery: configuration) }
    }

    private func keep(_ found: Discovery.Search, at time: Date) {
        finding = found
        keep(KeptMetadata(found.metadata, readAt: time))
    }

    /// The provider's metadata with these endpoints in it, if either kind of document has them.
    ///
    /// OpenID Connect Discovery 1.0 knows no revocation, introspection, device or PAR endpoint, so that some providers
    /// publish them in the document of RFC 8414 only. It is requested when such an endpoint is first needed. Only a
    /// document of the same issuer is used. A failure changes nothing; a temporary one is tried again, a minute later
    /// at the earliest.
    package func metadata(
        with endpoints: Set<ProviderEndpoint>, over channel: Channel
    ) async throws(SessionError) -> ProviderMetadata {
        let metadata = try await metadata(over: channel)
        let gaps = endpoints.intersection(ProviderEndpoint.unknownToOpenID).filter { metadata.endpoints[$0] == nil }
        guard !gaps.isEmpty, let locations = finding?.otherLocations, !locations.isEmpty else { return metadata }
        if let gapsAskedAt, channel.clock.uptime - gapsAskedAt < Self.gapPause { return metadata }
        return try await documents.outcome(of: .others) { () async throws(SessionError) in
            try await self.fillGaps(of: metadata, from: locations, over: channel)
        }
        .value()
    }

    private func fillGaps(
        of metadata: ProviderMetadata, from locations: [URL], over channel: Channel
    ) async throws(SessionError) -> ProviderMetadata {
        let now = channel.clock.uptime
        var isUndecided = false
        for url in locations {
            do throws(SessionError) {
                let other = try await Discovery(configuration: configuration).metadata(at: url, over: channel)
                finding?.metadata.fillGaps(from: other)
            } catch {
                if error == .cancelled { throw error }
                if !error.meansNoOtherDocument { isUndecided = true }
            }
        }
        if isUndecided { gapsAskedAt = now } else { finding?.otherLocations = [] }
        if let finding { keep(finding, at: channel.clock.now) }
        return finding?.metadata ?? metadata
    }

    /// The provider's keys, at most an hour old.
    package func keys(over channel: Channel) async throws(SessionError) -> JWKSet {
        if let knownKeys, channel.clock.uptime - knownKeys.fetchedAt < Self.keyLifetime { return knownKeys.set }
        return try await keySets.outcome(of: .keys) { () async throws(SessionError) in
            try await self.fetchKeys(over: channel)
        }
        .value()
    }

    /// The keys asked for anew, because a token names one that is not among them.
    ///
    /// Returns `nil`, without a request, where that happened within the last minute.
    package func keysAfterUnknownKey(over channel: Channel) async throws(SessionError) -> JWKSet? {
        let now = channel.clock.uptime
        if let unknownKeyAskedAt, now - unknownKeyAskedAt < Self.unknownKeyPause { return nil }
        // Noted before the request, so that tokens that come in meanwhile do not ask as well.
        unknownKeyAskedAt = now
        return try await fetchKeys(over: channel)
    }

    /// The keys asked for anew, whatever is known.
    func fetchKeys(over channel: Channel) async throws(SessionError) -> JWKSet {
        let isConfigured = configuration.endpoints[.keys] != nil
        let metadata =
            isConfigured ? ProviderMetadata(withoutDiscovery: configuration) : try await metadata(over: channel)
        let url = try metadata.url(of: .keys, for: configuration)
        let response = try await channel.send(
            HTTPRequest(url: url, headers: ["Accept": "application/jwk-set+json, application/json"]), for: .keys)
        guard response.isSuccess else { throw response.failure(during: .keys, now: channel.clock.now) }
        let document = try response.jsonObject(for: .keys)
        let keys: JWKSet
        do { keys = try JWKSet(json: document) } catch { throw .unintelligible(error.clause, during: .keys) }
        knownKeys = (keys, channel.clock.uptime)
        return keys
    }
}

extension SessionError {
    /// Whether the same request may succeed later: the provider was not reached, or could not answer.
    fileprivate var mayPass: Bool {
        switch self {
        case .transport(.cancelled, _): false
        case .transport: true
        case .server(let status, _, _, _): StatusMeaning(status) == .temporary
        default: false
        }
    }

    /// Whether a place has nothing that could fill a gap, now and later.
    fileprivate var meansNoOtherDocument: Bool {
        if case .untrustworthy = self { true } else { meansNoDocument }
    }
}
