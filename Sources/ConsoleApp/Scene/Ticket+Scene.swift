import ClientObservation
import SessionCore

extension Ticket {
    /// What has happened until now.
    init(_ scene: Scene) {
        let events = Array(scene.history.events)
        self.init(
            clients: scene.clients, events: events, session: scene.stage.hasOwnSession ? .init(scene, events) : nil)
    }

    /// What one client of the server has done.
    init(_ scene: Scene, of client: ServedClient) {
        let events = Array(scene.history.events).filter { client.has($0.watched?.client) }
        self.init(clients: scene.clients.only(client), events: events, session: nil)
    }
}

extension Ticket.TicketSession {
    fileprivate init(_ scene: Scene, _ events: [SessionEvent]) {
        let bodies = events.compactMap { event -> (Int, String)? in
            guard case .unauthorized(let facts, _) = event.kind else { return nil }
            return scene.bodies.answer(of: facts.id).map { (facts.id, $0) }
        }
        self.init(
            profile: scene.context.profile, issuer: scene.context.issuerHost, status: scene.status,
            bodies: Dictionary(bodies) { $1 })
    }
}
