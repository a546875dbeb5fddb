import SessionCore

extension Ticket {
    /// What has happened until now.
    init(_ scene: Scene) {
        let events = Array(scene.history.events)
        self.init(
            clients: scene.clients, events: events, session: scene.stage.hasOwnSession ? .init(scene, events) : nil)
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
