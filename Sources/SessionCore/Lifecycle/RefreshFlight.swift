import Synchronization

/// One refresh under way: of one generation and one access token, however many callers wait for it.
final class RefreshFlight: Sendable {
    /// The error of a refresh that reached its deadline.
    static let timeOut = SessionError.transport(.timedOut(.waiting), during: .token)
    /// How long after its deadline the end of a cancelled message is waited for.
    static let patience = Duration.seconds(1)

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
    private let givenUp = Atomic(false)
    let outcome = SharedOutcome<Bearer>()
    private let tasks = Mutex<(work: Task<Void, Never>, deadline: Task<Void, Never>)?>(nil)

    init(id: Int, generation: Int, replacing: Secret, trigger: RefreshTrigger, cause: Int?, startedAt: Duration) {
        self.id = id
        self.generation = generation
        self.replacing = replacing
        self.trigger = trigger
        self.cause = cause
        self.startedAt = startedAt
    }

    /// The event of its request; `nil` until there is one.
    var startEvent: Int? {
        let event = start.load(ordering: .relaxed)
        return event == 0 ? nil : event
    }

    /// Whether its session ended or was replaced meanwhile: its result is not used.
    var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

    func abandon() {
        abandoned.store(true, ordering: .relaxed)
    }

    /// Keeps the tasks that carry the refresh out and end it in time.
    func keepTasks(work: Task<Void, Never>, deadline: Task<Void, Never>) {
        tasks.withLock { $0 = (work, deadline) }
    }

    /// Whether its deadline has come.
    var isGivenUp: Bool { givenUp.load(ordering: .relaxed) }

    /// Cancels its work, because its deadline has come.
    func giveUp() {
        givenUp.store(true, ordering: .relaxed)
        cancelWork()
    }

    func cancelWork() { tasks.withLock(\.self)?.work.cancel() }

    func cancelDeadline() { tasks.withLock(\.self)?.deadline.cancel() }

    func keepStart(_ event: Int) {
        start.store(event, ordering: .relaxed)
    }
}
