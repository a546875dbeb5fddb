import ConsoleApp
import SessionCore

extension [SessionEvent] {
    /// The message whose answer decided an event: the last one of what the event is about, before it.
    func exchange(deciding event: SessionEvent) -> HTTPExchange? {
        let earlier = reversed().lazy.filter { $0.sequence < event.sequence }.compactMap { event in
            if case .exchange(let exchange) = event.kind { exchange } else { nil }
        }
        for event in chain(to: event).reversed() {
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
