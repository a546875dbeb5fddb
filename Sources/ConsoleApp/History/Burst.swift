import FoundationEssentials
import SessionCore

/// Calls that were sent at once, as the session's events tell of them: the proof that they cost one refresh.
struct Burst: Sendable, Identifiable {
    /// The first of its calls.
    let id: CallID
    let count: Int
    /// How each of its calls is named: `GET /orders`.
    private let name: String
    /// The session's numbers of the calls that have begun.
    private var requests: Set<Int> = []
    private(set) var endedCount = 0
    /// How often each status came.
    private(set) var statuses: [Int: Int] = [:]
    /// How many calls got no answer, by what became of them: `not sent`.
    private(set) var unanswered: [String: Int] = [:]
    /// How long each answered call took.
    private(set) var durations: [Duration] = []
    private(set) var refreshes: [Refresh] = []
    private(set) var logoutCount = 0
    /// The sequence number of its newest event.
    private(set) var lastSequence: Int

    /// A refresh that calls waited for.
    struct Refresh: Sendable {
        enum Result: Sendable { case refreshed, adopted, failed, rejected }

        let sequence: Int
        /// `nil` while it runs.
        var result: Result?
        /// How long the token endpoint took.
        var duration = Duration.zero
    }

    init(_ calls: [CallID], _ request: HTTPRequest, after sequence: Int) {
        id = calls.first ?? CallID(0)
        count = calls.count
        name = RequestFacts(id: 0, method: request.method, url: request.url.absoluteString).name
        lastSequence = sequence
    }

    var isOver: Bool { endedCount == count }
    private var isUnderWay: Bool { !requests.isEmpty && !isOver }
    /// Refreshes that sent a request, whatever came of them.
    var refreshCount: Int { refreshes.count { $0.result != .adopted } }

    func contains(_ request: Int) -> Bool { requests.contains(request) }

    /// Takes a request that has just begun for one of its calls, as long as some are still to begin.
    mutating func claim(_ facts: RequestFacts) -> Bool {
        guard requests.count < count, facts.name == name else { return false }
        requests.insert(facts.id)
        return true
    }

    /// Notes an event; its own is one that its calls led to.
    mutating func note(_ event: SessionEvent, isOwn: Bool) {
        if isOwn { lastSequence = event.sequence }
        let isDuring = isOwn || isUnderWay
        switch event.kind {
        case .requestFinished(let facts):
            guard isOwn else { return }
            endedCount += 1
            statuses[facts.status ?? 0, default: 0] += 1
            if let duration = facts.duration { durations.append(duration) }
        case .requestFailed(let facts, let error):
            guard isOwn else { return }
            endedCount += 1
            unanswered[CallFailure.heading(error, attempts: facts.attempts).lowercased(), default: 0] += 1
        case .refreshStarted: if isDuring { refreshes.append(Refresh(sequence: event.sequence)) }
        case .exchange(let exchange): changeRefresh(behind: event) { $0.duration += exchange.duration }
        case .refreshed: changeRefresh(behind: event) { $0.result = .refreshed }
        case .refreshFailed, .suspected: changeRefresh(behind: event) { $0.result = .failed }
        case .refreshRejected: changeRefresh(behind: event) { $0.result = .rejected }
        case .adoptedFromStore:
            if isOwn, !changeRefresh(behind: event, { $0.result = .adopted }) {
                refreshes.append(Refresh(sequence: event.sequence, result: .adopted))
            }
        case .forcedOut: if isDuring { logoutCount += 1 }
        case .endedElsewhere(let ending): if isDuring, ending.end.isForced { logoutCount += 1 }
        case .configured, .signInStarted, .signedIn, .signInFailed, .devicePollPending, .strayRedirect,
            .idTokenRejected, .requestStarted, .unauthorized, .forbidden, .stepUpRequired, .userInfoFetched, .verified,
            .signedOut, .revoked, .revocationNotOffered, .revocationRefused, .revocationPending, .storeFailed,
            .storeWarning, .ignoredLateAnswer, .injected:
            break
        }
    }

    /// Changes the refresh that led to an event; answers whether it is one that calls waited for.
    @discardableResult
    private mutating func changeRefresh(behind event: SessionEvent, _ change: (inout Refresh) -> Void) -> Bool {
        guard let index = refreshes.lastIndex(where: { $0.sequence == event.cause }) else { return false }
        change(&refreshes[index])
        return true
    }
}
