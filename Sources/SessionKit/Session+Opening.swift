extension CurlTransport {
    /// The transport of sessions that are opened without one: its threads and connections serve them all.
    public static let shared = CurlTransport()
}

extension Session {
    /// Opens a session over `CurlTransport.shared`: creates it and reads its record, without the
    /// network.
    ///
    /// A record holds tokens, and no two users may share one; so none is written to a disk unless a store says where.
    /// - Parameters:
    ///   - client: Who the client is and how the session behaves.
    ///   - store: Where the session is kept; in memory by default, so that it ends with the program. A `FileStore`
    ///     keeps it for the next run.
    ///   - flows: The flows that renew their own sessions; of a client that can authenticate `ClientCredentialsFlow`
    ///     is one of them anyway.
    /// - Returns: A session whose state is known.
    /// - Throws: What `configure()` throws; opening it again is the next attempt.
    public static func open(
        client: ClientConfiguration, store: any SessionStore = MemoryStore(),
        renewing flows: [any RepeatableSignInFlow] = []
    ) async throws(SessionError) -> Session {
        try await open(client: client, transport: CurlTransport.shared, store: store, renewing: flows)
    }
}
