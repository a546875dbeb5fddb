import FoundationEssentials
import SessionCore

/// The calls, and the messages of the session.
extension Aftermath {
    /// How a caller's request ended.
    enum CallOutcome: Sendable {
        case answered(status: Int, attempts: Int)
        case failed(SessionError)
    }

    // MARK: - The struck message

    /// The message that the fault struck, once it has ended.
    var struck: HTTPExchange? { events.last(where: isStruck)?.exchange }

    private func isStruck(_ event: SessionEvent) -> Bool { exchange != nil && event.exchange?.id == exchange }

    /// The events after its end.
    private var sinceStruck: ArraySlice<SessionEvent> {
        events.firstIndex(where: isStruck).map { events[$0...].dropFirst() } ?? []
    }

    /// How its call ended.
    var endOfStruckCall: CallOutcome? {
        let call = struck?.request
        return sinceStruck.compactMap { event -> CallOutcome? in
            switch event.kind {
            case .requestFinished(let facts) where facts.id == call:
                .answered(status: facts.status ?? 0, attempts: facts.attempts)
            case .requestFailed(let facts, let error) where facts.id == call: .failed(error)
            default: nil
            }
        }
        .last
    }

    /// Whether the time of its token was over when its 401 came.
    var isRejectionLate: Bool {
        guard let struck else { return false }
        let left = sinceStruck.compactMap { event -> Duration? in
            guard case .unauthorized(let facts, _) = event.kind, facts.id == struck.request else { return nil }
            return facts.tokenLifetimeLeft
        }
        return left.last.map { $0 <= struck.duration } ?? false
    }

    /// The token requests after it, until the session ends.
    var laterTokenMessages: Int {
        sinceStruck.prefix { if case .forcedOut = $0.kind { false } else { true } }
            .count { $0.exchange?.purpose == .token && !isStruck($0) }
    }

    // MARK: - Messages

    var keyFetches: Int { events.count { $0.exchange?.purpose == .keys } }

    /// The refreshes that were sent after the session had ended.
    var refreshMessagesAfterLoss: Int {
        events.drop { if case .forcedOut = $0.kind { false } else { true } }.count { $0.exchange?.isRefresh == true }
    }

    /// The calls that began since, and were sent with the token that was present when the fault struck.
    var sentWithOldToken: Int {
        guard let token = oldToken else { return 0 }
        let begun = begun
        return events.count { event in
            guard let message = event.exchange, message.purpose == .request, let call = message.request else {
                return false
            }
            return begun.contains(call) && message.requestHeaders["Authorization"]?.hasSuffix("\(token)") == true
        }
    }

    // MARK: - Calls

    private var begun: Set<Int> { Set(all { if case .requestStarted(let facts) = $0 { facts.id } else { nil } }) }

    /// The calls that began since and have not ended.
    var running: Set<Int> {
        begun.subtracting(
            all {
                switch $0 {
                case .requestFinished(let facts), .requestFailed(let facts, _): facts.id
                default: nil
                }
            })
    }

    private var answers: [RequestFacts] { all { if case .requestFinished(let facts) = $0 { facts } else { nil } } }

    var answered: Int { answers.count }

    /// The calls that waited for a refresh.
    var waited: Int { answers.count { $0.waitedForRefresh != nil } }

    private var failures: [(call: RequestFacts, error: SessionError)] {
        all { if case .requestFailed(let facts, let error) = $0 { (facts, error) } else { nil } }
    }

    var failed: Int { failures.count { $0.error != .cancelled } }

    var forbidden: Int { count { if case .forbidden = $0 { true } else { false } } }

    /// `20 × GET /orders held back`: the calls that were not sent because of the pause after a failed refresh; `nil`
    /// where none was.
    var heldBackWords: String? {
        let names = failures.compactMap { if case .backingOff = $0.error { $0.call.name } else { nil } }
        guard !names.isEmpty else { return nil }
        let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let listed = counts.prefix(2).map { "\($0.value) × \($0.key)" }
        let rest = counts.dropFirst(2).map(\.value).reduce(0, +)
        return (listed + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ") + " held back"
    }

    // MARK: - 401s

    private var rejections: [SessionEvent] { events.filter { if case .unauthorized = $0.kind { true } else { false } } }

    /// How many 401s there were to tokens of the session.
    var rejected: Int { rejections.count }

    /// How many of them there were to calls: the session's own question to userinfo has no number.
    var rejectedCalls: Int {
        count { if case .unauthorized(let facts, _) = $0 { !facts.isUserInfo && facts.id != 0 } else { false } }
    }

    /// Whether user info accepted a token that an API had refused.
    var isTokenVouched: Bool {
        let refused = Set(rejections.map(\.sequence))
        return events.contains { event in
            if case .userInfoFetched = event.kind, let cause = event.cause { refused.contains(cause) } else { false }
        }
    }
}
