/// One request of a caller, through all its attempts.
struct Call: Sendable {
    let request: HTTPRequest
    /// The generation that it began under; `nil` where there was no session.
    let generation: Int?
    let scope: EventScope
    let began: Duration
    /// The token that could be used then without asking the session's actor.
    let bearer: Bearer?
    var facts: RequestFacts
}
