/// Where one piece of work reports to: under its own generation, and caused by the event that began it.
package struct EventScope: Sendable {
    package let journal: EventJournal
    package let generation: Int
    package let cause: Int?
    /// The caller's request that the work is done for.
    package let request: Int?
    /// The time that the work has, its messages included.
    let timeLimit: TimeLimit?

    package init(journal: EventJournal, generation: Int, cause: Int? = nil, request: Int? = nil) {
        self.init(journal: journal, generation: generation, cause: cause, request: request, timeLimit: nil)
    }

    private init(journal: EventJournal, generation: Int, cause: Int?, request: Int?, timeLimit: TimeLimit?) {
        self.journal = journal
        self.generation = generation
        self.cause = cause
        self.request = request
        self.timeLimit = timeLimit
    }

    @discardableResult
    package func report(_ kind: SessionEvent.Kind) -> Int {
        journal.record(kind, generation: generation, cause: cause)
    }

    /// Reports a message that was sent; it is described only where that can be seen.
    func report(exchange: @autoclosure () -> HTTPExchange) {
        if journal.isHeard { report(.exchange(exchange())) }
    }

    /// The work from the event on that has just been reported.
    package func following(_ event: Int) -> EventScope {
        EventScope(
            journal: journal, generation: generation, cause: event, request: request, timeLimit: timeLimit)
    }

    /// The work with a limit of its time.
    func within(_ limit: TimeLimit) -> EventScope {
        EventScope(journal: journal, generation: generation, cause: cause, request: request, timeLimit: limit)
    }
}
