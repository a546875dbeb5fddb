package import SessionCore

extension Sequence<SessionEvent> {
    /// What led to an event, as it happened: its causes, what came before of the same call, and injected faults.
    ///
    /// The elements are all events, oldest first; `chain` is the causes and then the event itself. Of a call that was
    /// answered 401 more than once, each 401 is a step, and the tokens that came between. Faults count that were injected
    /// since the session had the tokens that the story begins with.
    package func steps(along chain: [SessionEvent]) -> [SessionEvent] {
        guard let last = chain.last else { return [] }
        var recognition = Recognition(chain)
        var steps: [SessionEvent] = []
        var hasBegun = false
        for event in self where event.sequence < last.sequence {
            if recognition.isStep(event) {
                steps.append(event)
                hasBegun = true
            } else if event.generation == last.generation {
                if case .injected = event.kind { steps.append(event) }
                if !hasBegun, event.kind.bringsTokens { steps = [] }
            }
        }
        return steps + [last]
    }
}

/// Tells the steps of a story from all other events.
private struct Recognition {
    private let causes: Set<Int>
    /// The callers' requests that it is about.
    private let requests: Set<Int>
    private var rejections: Set<Int> = []
    /// The refreshes that followed from the rejections.
    private var refreshes: Set<Int> = []

    init(_ chain: [SessionEvent]) {
        causes = Set(chain.map(\.sequence))
        // The session's own question to userinfo has no number.
        requests = Set(chain.compactMap(\.kind.request)).subtracting([0])
    }

    mutating func isStep(_ event: SessionEvent) -> Bool {
        let isCause = causes.contains(event.sequence)
        let follows = { (events: Set<Int>) in event.cause.map(events.contains) ?? false }
        if case .unauthorized(let facts, _) = event.kind, requests.contains(facts.id) {
            rejections.insert(event.sequence)
            return true
        }
        if case .refreshStarted = event.kind, follows(rejections) { refreshes.insert(event.sequence) }
        return isCause || event.kind.bringsTokens && (follows(refreshes) || follows(rejections))
    }
}
