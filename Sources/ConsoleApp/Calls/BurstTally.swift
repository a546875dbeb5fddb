import SessionCore

/// What many calls at once came to: the proof that they cost one refresh.
struct BurstTally: Sendable {
    let calls: Set<CallID>
    private(set) var answered = 0
    /// How often each status came.
    private(set) var statuses: [Int: Int] = [:]
    private(set) var failures = 0
    private var refreshes: [Happening] = []
    private var logouts: [Happening] = []
    /// The session's numbers of the calls, as far as they are known.
    private var requests: Set<Int> = []
    private var failedRequests = 0
    private let firstSequence: Int

    init(calls: [CallID], after sequence: Int) {
        self.calls = Set(calls)
        firstSequence = sequence + 1
    }

    var isOver: Bool { answered == calls.count }
    var refreshCount: Int { refreshes.count(where: isMine) }
    var logoutCount: Int { logouts.count(where: isMine) }

    mutating func note(_ call: CallID, _ result: Result<AuthorizedResponse, SessionError>) {
        guard calls.contains(call) else { return }
        answered += 1
        switch result {
        case .success(let answer):
            statuses[answer.response.status, default: 0] += 1
            requests.insert(answer.facts.id)
        case .failure:
            failures += 1
        }
    }

    /// Notes an event that happened meanwhile, or that a request of the burst led to: events and answers come by
    /// different ways, so that one can overtake the other.
    mutating func note(_ event: SessionEvent, in log: EventLog) {
        guard event.sequence >= firstSequence else { return }
        if case .refreshStarted = event.kind { refreshes.append(happening(event, log)) }
        if case .forcedOut = event.kind { logouts.append(happening(event, log)) }
        // A failed call has no answer that would tell its number.
        if case .requestFailed(let facts, _) = event.kind, !isOver || failedRequests < failures {
            requests.insert(facts.id)
            failedRequests += 1
        }
    }

    private func happening(_ event: SessionEvent, _ log: EventLog) -> Happening {
        Happening(wasMeanwhile: !isOver, requests: Set(log.chain(to: event).compactMap(\.kind.request)))
    }

    private func isMine(_ happening: Happening) -> Bool {
        happening.wasMeanwhile || !happening.requests.isDisjoint(with: requests)
    }

    /// A refresh or a logout, and the requests that led to it.
    private struct Happening {
        let wasMeanwhile: Bool
        let requests: Set<Int>
    }

    /// `20 calls · 1 refresh · 0 logouts`.
    var summary: String {
        [
            isOver ? count(calls.count, "call") : "\(answered) of \(count(calls.count, "call"))",
            count(refreshCount, "refresh", "refreshes"), count(logoutCount, "logout"),
        ].joined(separator: " · ")
    }

    /// `200 ×19, 401 ×1`, most frequent first.
    func outcomes(times: String) -> String {
        let answers = statuses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            "\($0.key) \(times)\($0.value)"
        }
        return (answers + (failures > 0 ? ["no answer \(times)\(failures)"] : [])).joined(separator: ", ")
    }

    private func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}
