import ConsoleApp
import SessionCore

/// What led to an event of a recording.
struct EventChain {
    private let events: [SessionEvent]
    private let places: [Int: Int]

    init(_ events: [SessionEvent]) {
        self.events = events
        places = Dictionary(events.enumerated().map { ($1.sequence, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// No event has more causes; a recording may say so, and each is looked for among all events.
    private static let causeLimit = 200

    /// The event and its causes, the first cause first.
    func chain(to event: SessionEvent) -> [SessionEvent] {
        var chain = [event]
        // A cause is an earlier event, whatever a damaged recording says.
        while chain.count <= Self.causeLimit, let first = chain.last, let cause = first.cause, cause < first.sequence,
            let place = places[cause]
        {
            chain.append(events[place])
        }
        return chain.reversed()
    }

    /// What led to the event, as it happened, and the event.
    func steps(to event: SessionEvent) -> [SessionEvent] { events.steps(along: chain(to: event)) }

    /// The message whose answer decided an event: the last one of what the event is about, before it.
    func exchange(behind event: SessionEvent) -> HTTPExchange? {
        let chain = chain(to: event)
        let end = places[event.sequence] ?? events.count
        let earlier = events[..<end].reversed().lazy.compactMap { event in
            if case .exchange(let exchange) = event.kind { exchange } else { nil }
        }
        for event in chain.reversed() {
            if let exchange = earlier.first(where: { event.kind.isAbout($0) }) { return exchange }
        }
        return nil
    }
}

extension SessionEvent.Kind {
    /// Whether the event is a conclusion from the answer of such an exchange.
    fileprivate func isAbout(_ exchange: HTTPExchange) -> Bool {
        switch self {
        case .refreshRejected, .suspected, .forcedOut(.refreshRejected), .requestFailed(_, .sessionExpired):
            exchange.purpose == .token && exchange.isRefused
        // The provider denies at the page of the sign-in, or in its answer for the tokens.
        case .signInFailed(_, .signInDenied):
            [.authorization, .token, .deviceAuthorization, .pushedAuthorization].contains(exchange.purpose)
                && exchange.isRefused
        case .refreshFailed(let error, _), .signInFailed(_, let error):
            error.purpose.map { exchange.purpose == $0 && exchange.isRefused } ?? false
        case .forcedOut(.userInfoRejected): exchange.purpose == .userInfo && exchange.isRefused
        case .idTokenRejected: exchange.purpose == .token
        case .unauthorized(let facts, _), .forbidden(let facts, _), .stepUpRequired(let facts, _, _, _),
            .requestFailed(let facts, _):
            // Userinfo requests have no number of their own.
            exchange.isRefused && (exchange.request == facts.id || exchange.url == facts.url)
        default: false
        }
    }
}

extension HTTPExchange {
    fileprivate var isRefused: Bool {
        switch outcome {
        case .answered(let answer): answer.status >= 400
        case .failed: true
        }
    }
}

extension SessionError {
    fileprivate var purpose: Purpose? {
        switch self {
        case .transport(_, let purpose), .server(_, let purpose, _, _), .refused(_, let purpose),
            .unintelligible(_, let purpose), .untrustworthy(_, let purpose):
            purpose
        case .backingOff(_, let error): error.purpose
        case .signInDenied: .authorization
        default: nil
        }
    }
}
