import SessionCore

/// The sessions of a server's users: one for each, with one provider and one transport for all.
actor Users {
    private let provider: Provider
    private var sessions: [String: Task<Session, any Error>] = [:]

    init(of client: ClientConfiguration, transport: any HTTPTransport) {
        var client = client
        client.keptEvents = 50
        client.storeCheckInterval = nil  // no other process writes the stores
        provider = Provider(client: client, transport: transport)
    }

    /// The session of a user, configured when it is first asked for.
    func session(of user: String) async throws -> Session {
        if let session = sessions[user] { return try await session.value }
        let session = Task { [provider] in
            let session = Session(provider: provider, store: MemoryStore())
            try await session.configure()
            return session
        }
        sessions[user] = session
        return try await session.value
    }
}
