package import SessionCore

/// What a page for a ticket is made of: what has happened until now, without a recording.
package struct Ticket: Sendable, Hashable {
    package let clients: SeenClients
    package let events: [SessionEvent]
    /// The program's own session; `nil` where others are watched.
    package let session: TicketSession?

    package struct TicketSession: Sendable, Hashable {
        package let profile: String
        package let issuer: String
        package let status: SessionStatus
        /// The bodies of refused calls' answers, by the call.
        package let bodies: [Int: String]
    }

    init(clients: SeenClients, events: [SessionEvent], session: TicketSession?) {
        (self.clients, self.events, self.session) = (clients, events, session)
    }
}
