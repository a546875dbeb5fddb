import Synchronization

/// One refresh on its way: of one generation and one access token, however many wait for it.
final class RefreshFlight: Sendable {
    let id: Int
    let generation: Int
    /// The access token that is to be replaced: one that was rejected, has expired or soon will.
    let replacing: Secret
    let trigger: RefreshTrigger
    /// The event that led to it.
    let cause: Int?
    let startedAt: Duration
    private let start = Atomic(0)
    private let abandoned = Atomic(false)
    let outcome = SharedOutcome<Bearer>()

    init(id: Int, generation: Int, replacing: Secret, trigger: RefreshTrigger, cause: Int?, startedAt: Duration) {
        self.id = id
        self.generation = generation
        self.replacing = replacing
        self.trigger = trigger
        self.cause = cause
        self.startedAt = startedAt
    }

    /// The event that told of its request; `nil` until there is one.
    var startEvent: Int? {
        let event = start.load(ordering: .relaxed)
        return event == 0 ? nil : event
    }

    /// Whether its session was given up while it was on its way: whatever it brings is nobody's.
    var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

    func abandon() {
        abandoned.store(true, ordering: .relaxed)
    }

    func noteStart(_ event: Int) {
        start.store(event, ordering: .relaxed)
    }
}
