import FoundationEssentials

/// What a session reaches its provider with.
struct ProviderAccess: Sendable {
    let client: ClientConfiguration
    let directory: ProviderDirectory
    let transport: any HTTPTransport
    let clock: any SessionClock
    let randomness: any SessionRandomness

    /// The provider for one piece of work, whose scope the exchanges are reported under.
    func provider(_ scope: EventScope, signInWork: SignInWork? = nil) -> Provider {
        Provider(configuration: client, directory: directory, channel: channel(scope), signInWork: signInWork)
    }

    /// The provider that issued an owner's tokens; another client's is addressed as a public client would.
    func provider(of owner: RecordOwner, _ scope: EventScope) -> Provider {
        if owner == RecordOwner(client) { return provider(scope) }
        var other = ClientConfiguration(issuer: owner.issuer, clientID: owner.clientID)
        other.allowsPlainHTTP = client.allowsPlainHTTP
        return Provider(
            configuration: other, directory: ProviderDirectory(configuration: other), channel: channel(scope))
    }

    private func channel(_ scope: EventScope) -> Channel {
        Channel(transport: transport, clock: clock, randomness: randomness, scope: scope)
    }
}
