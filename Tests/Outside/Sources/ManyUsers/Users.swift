import SessionCore

/// The sessions of a server's users: one for each, with one provider and one transport for all.
actor Users {
    private let provider: Provider
    private var sessions: [String: Session] = [:]
    private var starts: [String: Task<Session, any Error>] = [:]

    init(of client: ClientConfiguration, transport: any HTTPTransport) {
        var client = client
        client.keptEvents = 50
        client.storeCheckInterval = nil  // no other process writes the stores
        provider = Provider(client: client, transport: transport)
    }

    /// The session of a user, opened when it is first asked for.
    func session(of user: String) async throws -> Session {
        if let session = sessions[user] { return session }
        let work =
            starts[user]
            ?? Task { [provider] in try await Session.open(provider: provider, store: MemoryStore()) }
        starts[user] = work
        defer { if starts[user] == work { starts[user] = nil } }
        let session = try await work.value
        sessions[user] = session
        return session
    }
}
