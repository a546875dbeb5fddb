import SessionCore

/// The way from a resource's URL to the client of a session, whose events begin with those of the way.
struct ResourceWay: Sendable {
    /// A discovery, with what is kept of its end.
    struct Attempt: Sendable {
        let discovery: ResourceDiscovery
        /// Whether a person has named that issuer, now or before.
        let names: @Sendable (_ issuer: String) -> Bool
        /// Keeps the client, for the session to be opened with.
        let save: @Sendable (DiscoveredClient, DiscoveredServer) async throws -> Void
    }

    let journal = EventJournal(clock: SystemClock())
    /// Begins it, of several issuers with the chosen one; its messages are reported to the journal.
    let begin: @Sendable (EventJournal, _ issuer: String?) async throws -> Attempt
}

extension ResourceWay {
    /// The way to the profile of a resource.
    init(_ resource: ResourceProfile) {
        self.init { journal, issuer in
            let before = try resource.previous(true)
            return Attempt(
                discovery: try await resource.discovery(before, journal, choosing: issuer),
                names: { resource.names($0, before) },
                save: { client, server in try await resource.save(client, of: server, in: before) })
        }
    }
}
