extension Session {
    /// The provider's metadata; requested unless it is known already.
    public func metadata() async throws(SessionError) -> ProviderMetadata {
        try await metadata(with: [])
    }

    /// The provider's metadata, with these endpoints in it if the provider has them in any of its documents.
    package func metadata(with endpoints: Set<ProviderEndpoint>) async throws(SessionError) -> ProviderMetadata {
        let provider = provider(scope(generation: machine.generation, cause: nil))
        return try await directory.metadata(with: endpoints, over: provider.channel)
    }
}
