package import JOSE

/// What is known of a provider: its metadata and its keys, each asked for when first needed and then kept.
///
/// Callers that need the same at the same moment ask for it side by side: each can be cancelled alone, and what they
/// get is the same. Failures are not kept.
package actor ProviderDirectory {
    /// How long keys are believed; one that a provider withdraws is trusted no longer than this.
    private static let keyLifetime = Duration.seconds(3_600)
    /// The time from one request for an unknown key to the next, whatever number of tokens name unknown keys.
    static let unknownKeyPause = Duration.seconds(60)

    /// Binds tokens to the configuration's key; `nil` where it has none.
    nonisolated let proofs: ProofIssuer?
    private let configuration: ClientConfiguration
    private var knownMetadata: ProviderMetadata?
    private var knownKeys: (set: JWKSet, fetchedAt: Duration)?
    private var unknownKeyAskedAt: Duration?

    package init(configuration: ClientConfiguration) {
        self.configuration = configuration
        // A key that is no good is refused when the configuration is validated, and bearer tokens are in any case.
        proofs = configuration.proofKey.flatMap { try? ProofIssuer($0) }
    }

    /// The provider's metadata; asks for it unless that has succeeded before.
    package func metadata(over channel: Channel) async throws(SessionError) -> ProviderMetadata {
        if let knownMetadata { return knownMetadata }
        let metadata = try await Discovery(configuration: configuration).metadata(over: channel)
        knownMetadata = metadata
        return metadata
    }

    /// The provider's keys, at most an hour old.
    package func keys(over channel: Channel) async throws(SessionError) -> JWKSet {
        if let knownKeys, channel.clock.uptime - knownKeys.fetchedAt < Self.keyLifetime { return knownKeys.set }
        return try await fetchKeys(over: channel)
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

    private func fetchKeys(over channel: Channel) async throws(SessionError) -> JWKSet {
        let url = try await metadata(over: channel).url(of: .keys, for: configuration)
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
