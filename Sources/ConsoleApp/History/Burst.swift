import FoundationEssentials
import SessionCore

/// Calls that were sent at once, as the session's events tell of them: the proof that they cost one refresh.
struct Burst: Sendable, Identifiable {
    /// The label of its row.
    static let label = "burst"

    /// The first of its calls.
    let id: CallID
    private let calls: [CallID]
    /// How each of its calls is named: `GET /orders`.
    private let name: String
    /// The session's numbers of the calls that have begun.
    private var requests: Set<Int> = []
    private(set) var tally: BurstTally
    /// The sequence number of its newest event.
    private(set) var lastSequence: Int

    init(_ calls: [CallID], _ request: HTTPRequest, after sequence: Int) {
        id = calls.first ?? CallID(0)
        self.calls = calls
        tally = BurstTally(count: calls.count)
        name = RequestFacts(id: 0, method: request.method, url: request.url.absoluteString).name
        lastSequence = sequence
    }

    private var isUnderWay: Bool { !requests.isEmpty && !tally.isOver }

    func contains(_ request: Int) -> Bool { requests.contains(request) }

    /// Takes a request that has just begun for one of its calls, as long as some are still to begin.
    mutating func claim(_ facts: RequestFacts) -> Bool {
        guard requests.count < tally.count, calls.contains(where: { facts.isOf($0, named: name) }) else {
            return false
        }
        requests.insert(facts.id)
        return true
    }

    /// Observes an event; its own is one that its calls led to.
    mutating func observe(_ event: SessionEvent, isOwn: Bool) {
        if isOwn { lastSequence = event.sequence }
        let isDuring = isOwn || isUnderWay
        switch event.kind {
        case .requestFinished(let facts):
            if isOwn { countWait(facts) }
            if isOwn { tally.countAnswer(status: facts.status ?? 0, after: facts.duration) }
        case .requestFailed(let facts, let error):
            if isOwn { countWait(facts) }
            if isOwn {
                tally.countFailure(
                    CallFailure.heading(error, attempts: facts.attempts, status: facts.status).lowercased())
            }
        case .refreshStarted: if isDuring { tally.beginRefresh(event.sequence) }
        case .exchange(let exchange):
            tally.addToRefresh(event.cause, exchange.duration)
            if isOwn, exchange.purpose == .request, exchange.isUnauthorized { tally.countRejection() }
        case .refreshed: tally.endRefresh(event.cause, .refreshed)
        case .refreshFailed, .suspected: tally.endRefresh(event.cause, .failed)
        case .refreshRejected: tally.endRefresh(event.cause, .rejected)
        case .adoptedFromStore:
            if isOwn, !tally.endRefresh(event.cause, .adopted) { tally.countAdoption(event.sequence) }
        case .forcedOut: if isDuring { tally.countLogout() }
        case .endedElsewhere(let ended): if isDuring, ended.end.isForced { tally.countLogout() }
        default:
            break
        }
    }

    /// Records that a call waited for a refresh.
    ///
    /// Without one of its own, the burst has the one that began before it.
    private mutating func countWait(_ facts: RequestFacts) {
        guard let refresh = facts.waitedForRefresh, tally.refreshes.isEmpty else { return }
        tally.add(BurstTally.Refresh(sequence: refresh, result: .refreshed))
    }
}
