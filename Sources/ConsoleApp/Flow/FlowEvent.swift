package import SessionCore

/// What an event adds to the sequence diagram.
package struct FlowEvent: Sendable, Hashable {
    /// What an event changes in the calls and refreshes that are under way.
    enum Turn: Sendable, Hashable {
        case none
        /// The session was read from the store, and begins here.
        case configured
        case signIn(SignInStep)
        case callBegan(name: [Phrase], from: Lane = .console, to: Lane = .api)
        case callAnswered(status: Int, duration: Duration?, waited: Bool)
        /// No answer came, and what became of the call: `not sent`.
        case callFailed(String, waited: Bool)
        /// A message of the protocol was sent.
        case messageBegan(FlowStep.Kind, what: [Phrase], token: String)
        case exchanged(Duration)
        case refreshBegan
        case refreshEnded(BurstTally.Refresh.Result)
        case adopted
        case lost
        /// The session ended because somebody asked for it.
        case signedOut
    }

    enum SignInStep: Sendable, Hashable {
        case began
        /// The browser has the authorization request.
        case browserOpened
        /// The browser came back with the authorization response.
        case browserAnswered
        case ended
    }

    let sequence: Int
    let time: FlowTime
    let generation: Int
    let cause: Int?
    /// The program that is watched which it is of; `nil` for the session of this one.
    let client: Caller?
    /// The caller's request that it is about.
    let call: Int?
    /// The message that it begins or ends.
    let exchange: Int?
    let turn: Turn
    let steps: [FlowStep]

    package init(_ event: SessionEvent) {
        let traits = event.kind.traits
        (sequence, generation, cause) = (event.sequence, event.generation, event.cause)
        time = FlowTime(of: event)
        (call, exchange, turn) = (traits.request, traits.exchange, Turn(event.kind))
        client = event.watched == nil ? nil : event.caller
        steps = FlowStep.steps(of: event)
    }

    /// Whether it is a message to the userinfo endpoint.
    var isUserInfo: Bool { steps.contains { $0.kind == .message(.userInfo) } }

    /// Whether a call's message was answered 401; a demand for another DPoP proof (RFC 9449 §9) is no refusal.
    var isRejectedCall: Bool {
        guard call != nil, case .exchanged = turn, let step = steps.last else { return false }
        return step.kind == .call && step.status == 401 && step.error != "use_dpop_nonce"
    }

    /// Whether the diagram is the same without it.
    var isEmpty: Bool { turn == .none && steps.isEmpty }
}

extension FlowEvent.Turn {
    fileprivate init(_ kind: SessionEvent.Kind) {
        switch kind {
        case .configured: self = .configured
        case .signInStarted: self = .signIn(.began)
        case .authorizationRequested: self = .signIn(.browserOpened)
        case .authorizationAnswered: self = .signIn(.browserAnswered)
        case .signedIn, .signInFailed: self = .signIn(.ended)
        case .requestStarted(let facts):
            self = .callBegan(
                name: facts.phrases, from: facts.label?.caller.map(Lane.client) ?? .console,
                to: facts.isUserInfo ? .provider : .api)
        case .requestFinished(let facts):
            self = .callAnswered(
                status: facts.status ?? 0, duration: facts.duration, waited: facts.waitedForRefresh != nil)
        case .requestFailed(let facts, let error):
            self = .callFailed(
                CallFailure.heading(error, attempts: facts.attempts, status: facts.status).lowercased(),
                waited: facts.waitedForRefresh != nil)
        case .exchangeStarted(let start):
            self = .messageBegan(
                .message(start.purpose), what: .request(start.method, RequestPath.of(start.url)),
                token: start.token.map { "\($0)" } ?? "")
        case .exchange(let exchange): self = .exchanged(exchange.duration)
        case .refreshStarted: self = .refreshBegan
        case .refreshed: self = .refreshEnded(.refreshed)
        case .refreshFailed, .suspected: self = .refreshEnded(.failed)
        case .refreshRejected: self = .refreshEnded(.rejected)
        case .adoptedFromStore: self = .adopted
        case .forcedOut: self = .lost
        case .endedElsewhere(let ended): self = ended.end.isForced ? .lost : .signedOut
        case .signedOut: self = .signedOut
        default:
            self = .none
        }
    }
}
