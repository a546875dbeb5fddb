/// What is asked of every kind of event, answered in one place: what it is about, how it went, what it carries.
package struct EventTraits: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        case session, signIn, call, message, refresh, user, revocation, store, fault
    }

    package enum Outcome: Sendable, Hashable { case neutral, success, failure }

    /// How the session ended with the event.
    package enum End: Sendable, Hashable {
        case wanted
        /// Against the user's will: see ``SessionEnd/isForced``.
        case forced
    }

    package var subject: Subject
    package var outcome: Outcome
    /// Whether a reader looks for it: a sign-in, a refresh, a 401, the end of the session, a fault.
    package var isMain = false
    /// ``RequestFacts/id`` of the caller's request.
    package var request: Int?
    /// ``HTTPExchange/id`` of the message that it begins or ends.
    package var exchange: Int?
    /// The new tokens that the session has with it.
    package var tokens: SessionTokens?
    /// The token that it is about, or that a request carried.
    package var token: Fingerprint?
    package var end: End?

    fileprivate init(_ subject: Subject, _ outcome: Outcome = .neutral, isMain: Bool = false) {
        (self.subject, self.outcome, self.isMain) = (subject, outcome, isMain)
    }

    /// Of a caller's request.
    fileprivate init(_ facts: RequestFacts, _ outcome: Outcome, isMain: Bool = false) {
        self.init(.call, outcome, isMain: isMain)
        (request, token) = (facts.id, facts.token)
    }

    /// Of an event with new tokens.
    fileprivate init(_ subject: Subject, _ tokens: SessionTokens) {
        self.init(subject, .success, isMain: true)
        (self.tokens, token) = (tokens, tokens.access.fingerprint)
    }

    /// Of an event about one token.
    fileprivate init(_ subject: Subject, _ outcome: Outcome, _ token: Fingerprint?, isMain: Bool = false) {
        self.init(subject, outcome, isMain: isMain)
        self.token = token
    }

    fileprivate init(_ end: End) {
        self.init(.session, end == .forced ? .failure : .neutral, isMain: true)
        self.end = end
    }

    fileprivate init(_ start: ExchangeStart) {
        self.init(.message)
        (exchange, token) = (start.id, start.token)
    }

    fileprivate init(_ exchange: HTTPExchange) {
        self.init(.message, .failure)
        if case .answered(let answer) = exchange.outcome, answer.status < 400 { outcome = .success }
        if exchange.link != nil { outcome = .neutral }
        (self.exchange, request) = (exchange.id, exchange.request)
    }
}

extension SessionEvent.Kind {
    package var traits: EventTraits {
        switch self {
        case .configured: EventTraits(.session)
        case .signInStarted, .authorizationRequested, .authorizationAnswered, .devicePollPending, .strayRedirect:
            EventTraits(.signIn)
        case .signedIn(_, let tokens): EventTraits(.signIn, tokens)
        case .signInFailed, .idTokenRejected: EventTraits(.signIn, .failure, isMain: true)
        case .requestStarted(let facts): EventTraits(facts, .neutral)
        case .requestFinished(let facts): EventTraits(facts, (facts.status ?? 0) >= 400 ? .failure : .success)
        case .requestFailed(let facts, _): EventTraits(facts, .failure)
        case .unauthorized(let facts, _), .forbidden(let facts, _), .stepUpRequired(let facts, _, _, _):
            EventTraits(facts, .failure, isMain: true)
        case .exchangeStarted(let start): EventTraits(start)
        case .exchange(let exchange): EventTraits(exchange)
        case .refreshStarted(_, _, let token): EventTraits(.refresh, .neutral, token)
        case .refreshed(let tokens, _, _), .adoptedFromStore(let tokens): EventTraits(.refresh, tokens)
        case .refreshFailed: EventTraits(.refresh, .failure, isMain: true)
        case .refreshRejected(_, let token), .suspected(_, let token):
            EventTraits(.refresh, .failure, token, isMain: true)
        case .ignoredLateAnswer: EventTraits(.refresh)
        case .userInfoFetched, .verified: EventTraits(.user, .success)
        case .signedOut: EventTraits(.wanted)
        case .forcedOut: EventTraits(.forced)
        case .endedElsewhere(let ended): EventTraits(ended.end.isForced ? .forced : .wanted)
        case .revoked(let token): EventTraits(.revocation, .success, token)
        case .revocationNotOffered(let token): EventTraits(.revocation, .neutral, token)
        case .revocationRefused(let token, _), .revocationPending(let token, _):
            EventTraits(.revocation, .failure, token)
        case .storeFailed: EventTraits(.store, .failure, isMain: true)
        case .storeWarning: EventTraits(.store)
        case .tokenGiven(let token, _): EventTraits(.session, .neutral, token)
        case .injected: EventTraits(.fault, isMain: true)
        }
    }
}
