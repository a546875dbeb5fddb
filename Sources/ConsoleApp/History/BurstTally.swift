/// How calls that were under way together went, and what they cost: the proof that it was one refresh.
package struct BurstTally: Sendable {
    var count: Int
    private(set) var endedCount = 0
    /// How often each status came.
    private(set) var statuses: [Int: Int] = [:]
    /// How many calls got no answer, by what became of them: `not sent`.
    private(set) var unanswered: [String: Int] = [:]
    /// How long each answered call took.
    private(set) var durations: [Duration] = []
    private(set) var refreshes: [Refresh] = []
    private(set) var logoutCount = 0
    /// How many messages were answered 401.
    private var rejectedCount = 0

    /// A refresh that calls waited for.
    struct Refresh: Sendable {
        enum Result: String, Sendable { case refreshed, adopted, failed, rejected }

        let sequence: Int
        /// `nil` while it runs.
        var result: Result?
        /// How long the token endpoint took.
        var duration = Duration.zero
    }

    init(count: Int) { self.count = count }

    /// How many messages were answered 401 and sent again.
    var retriedCount: Int { max(0, rejectedCount - (statuses[401] ?? 0)) }

    var isOver: Bool { endedCount == count }
    /// Refreshes that the provider has answered, with tokens or with a refusal.
    var refreshCount: Int { refreshes.count { $0.result == .refreshed || $0.result == .rejected } }
    /// Refreshes that sent a request, whatever came of them.
    var refreshAttempts: Int { refreshes.count { $0.result != .adopted } }

    mutating func countAnswer(status: Int, after duration: Duration?) {
        endedCount += 1
        statuses[status, default: 0] += 1
        if let duration { durations.append(duration) }
    }

    mutating func countFailure(_ outcome: String) {
        endedCount += 1
        unanswered[outcome, default: 0] += 1
    }

    /// Records the event that a refresh began with.
    mutating func beginRefresh(_ sequence: Int) { refreshes.append(Refresh(sequence: sequence)) }

    /// Adds a refresh that began before the calls.
    mutating func add(_ refresh: Refresh) { refreshes.append(refresh) }

    /// Counts a token that was adopted without a refresh of ours.
    mutating func countAdoption(_ sequence: Int) {
        refreshes.append(Refresh(sequence: sequence, result: .adopted))
    }

    /// Adds the time of a message to the refresh that began with an event.
    mutating func addToRefresh(_ sequence: Int?, _ duration: Duration) {
        if let index = index(ofRefresh: sequence) { refreshes[index].duration += duration }
    }

    /// Ends the refresh that began with an event; answers whether it is one that calls waited for.
    @discardableResult
    mutating func endRefresh(_ sequence: Int?, _ result: Refresh.Result) -> Bool {
        guard let index = index(ofRefresh: sequence) else { return false }
        refreshes[index].result = result
        return true
    }

    /// Counts a message that was answered 401.
    mutating func countRejection() { rejectedCount += 1 }

    mutating func countLogout() { logoutCount += 1 }

    private func index(ofRefresh sequence: Int?) -> Int? { refreshes.lastIndex { $0.sequence == sequence } }
}
