extension Session {
    /// Opens a session that shares its provider and transport with no other: creates it and reads its record, without
    /// the network.
    ///
    /// The product `SessionKit` has a method of the same name that needs no transport. A program that shows a session
    /// before it is known whether there is one uses
    /// ``init(client:transport:store:clock:randomness:renewing:)`` and ``configure()``.
    /// - Parameters:
    ///   - client: Who the client is and how the session behaves.
    ///   - transport: Sends everything, to the provider and to APIs.
    ///   - store: Where the session is kept; in memory by default, so that it ends with the program.
    ///   - clock: For tests; the machine's own by default.
    ///   - randomness: For tests; the machine's own by default.
    ///   - flows: The flows that renew their own sessions; of a client that can authenticate ``ClientCredentialsFlow``
    ///     is one of them anyway.
    /// - Returns: A session whose state is known.
    /// - Throws: What ``configure()`` throws; opening it again is the next attempt.
    public static func open(
        client: ClientConfiguration, transport: any HTTPTransport, store: any SessionStore = MemoryStore(),
        clock: any SessionClock = SystemClock(), randomness: any SessionRandomness = SystemRandomness(),
        renewing flows: [any RepeatableSignInFlow] = []
    ) async throws(SessionError) -> Session {
        try await open(
            provider: Provider(client: client, transport: transport, clock: clock, randomness: randomness),
            store: store, renewing: flows)
    }

    /// Opens one of many sessions with a provider: creates it and reads its record, without the network.
    /// - Parameters:
    ///   - provider: The client, and what its sessions share.
    ///   - store: Where the session is kept; sessions of different users have different ones.
    ///   - flows: The flows that renew their own sessions; of a client that can authenticate ``ClientCredentialsFlow``
    ///     is one of them anyway.
    /// - Returns: A session whose state is known.
    /// - Throws: What ``configure()`` throws; opening it again is the next attempt.
    public static func open(
        provider: Provider, store: any SessionStore, renewing flows: [any RepeatableSignInFlow] = []
    ) async throws(SessionError) -> Session {
        let session = Session(provider: provider, store: store, renewing: flows)
        try await session.configure()
        return session
    }
}
