import FoundationEssentials

/// A provider as one client uses it, shared by any number of sessions with it.
///
/// Its metadata and its keys are asked for once for all of them, and so are the nonces of proofs (RFC 9449 §8). The
/// transport is shared as well, and with it threads and connections. A program with one session has no need of it.
public final class Provider: Sendable {
    /// The client that the sessions belong to, and how they behave.
    public let client: ClientConfiguration

    let directory: ProviderDirectory
    let transport: any HTTPTransport
    let clock: any SessionClock
    let randomness: any SessionRandomness
    /// What every session masks: the client's own secret.
    let secrets: [SecretForms]

    /// Creates a provider; nothing is requested before a session needs it.
    /// - Parameters:
    ///   - client: Checked by ``Session/configure()`` of each session.
    ///   - transport: Sends everything, to the provider and to APIs.
    ///   - clock: For tests; the machine's own by default.
    ///   - randomness: For tests; the machine's own by default.
    public init(
        client: ClientConfiguration, transport: any HTTPTransport, clock: any SessionClock = SystemClock(),
        randomness: any SessionRandomness = SystemRandomness()
    ) {
        self.client = client
        self.transport = transport
        self.clock = clock
        self.randomness = randomness
        directory = ProviderDirectory(configuration: client)
        secrets = client.authentication.secrets.compactMap { SecretForms($0.reveal()) }
    }

    /// The channel for one piece of work, whose scope the exchanges are reported under.
    func channel(_ scope: EventScope, signInWork: SignInWork? = nil) -> ProviderChannel {
        ProviderChannel(
            configuration: client, directory: directory, channel: messages(scope), signInWork: signInWork)
    }

    /// The channel to the provider that issued an owner's tokens; another client's is addressed as a public client
    /// would.
    func channel(of owner: RecordOwner, _ scope: EventScope) -> ProviderChannel {
        if owner == RecordOwner(client) { return channel(scope) }
        var other = ClientConfiguration(issuer: owner.issuer, clientID: owner.clientID)
        other.allowsPlainHTTP = client.allowsPlainHTTP
        return ProviderChannel(
            configuration: other, directory: ProviderDirectory(configuration: other), channel: messages(scope))
    }

    private func messages(_ scope: EventScope) -> Channel {
        Channel(transport: transport, clock: clock, randomness: randomness, scope: scope)
    }
}
