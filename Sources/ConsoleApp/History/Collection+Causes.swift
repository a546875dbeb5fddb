import ConsoleFaults
package import SessionCore

/// What led to an event, among all events of a session, oldest first: those that are kept, or those of a recording.
extension RandomAccessCollection<SessionEvent> {
    /// No event has more causes; a recording may say so.
    private static var causeLimit: Int { 200 }

    func place(of sequence: Int) -> Index? {
        let place = partitioningIndex { $0.sequence >= sequence }
        return place < endIndex && self[place].sequence == sequence ? place : nil
    }

    /// The event and its causes, the first cause first.
    package func chain(to event: SessionEvent) -> [SessionEvent] {
        var chain = [event]
        // A cause is an earlier event, whatever a damaged recording says.
        while chain.count <= Self.causeLimit, let first = chain.last, let cause = first.cause, cause < first.sequence,
            let place = place(of: cause)
        {
            chain.append(self[place])
        }
        return chain.reversed()
    }

    /// What led to an event, as it happened, and then the event: its causes, what came before of the same call, and
    /// faults that had a part.
    ///
    /// Of a call that was answered 401 more than once, each 401 is a step, and the tokens that came between.
    package func steps(to event: SessionEvent) -> [SessionEvent] {
        let earlier = lazy.filter { $0.sequence < event.sequence }
        var recognition = Recognition(chain(to: event))
        for event in earlier { recognition.observe(event) }
        var steps: [SessionEvent] = []
        var faultsOfTokens: [SessionEvent] = []
        var hasBegun = false
        for step in earlier {
            if recognition.isStep(step) {
                steps.append(step)
                hasBegun = true
            } else if step.generation == event.generation {
                if case .injected(let fault) = step.kind {
                    switch recognition.part(of: fault, at: step.sequence) {
                    case .ofStory: steps.append(step)
                    case .ofTokens: faultsOfTokens.append(step)
                    case nil: break
                    }
                }
                if !hasBegun, step.kind.bringsTokens { steps = [] }
            }
        }
        return (faultsOfTokens + steps).sorted { $0.sequence < $1.sequence } + [event]
    }
}

extension RandomAccessCollection {
    /// The first place from which on a condition holds that holds for no element before.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
        var (place, left) = (startIndex, count)
        while left > 0 {
            let middle = index(place, offsetBy: left / 2)
            if isBehind(self[middle]) {
                left /= 2
            } else {
                (place, left) = (index(after: middle), left - left / 2 - 1)
            }
        }
        return place
    }
}

/// Tells the steps of a story from all other events.
private struct Recognition {
    /// How a fault belongs to the story.
    enum Part {
        /// A fault counts if the session has had no other tokens since, or if it struck a message of the story.
        case ofStory
        /// A fault is why the session had a refresh token that the provider no longer took.
        case ofTokens
    }

    private let causes: Set<Int>
    /// The callers' requests that it is about.
    private let requests: Set<Int>
    /// The refresh token that was rejected in the end.
    private let rejected: Fingerprint?
    private var rejections: Set<Int> = []
    /// The refreshes that followed from the rejections.
    private var refreshes: Set<Int> = []
    /// The tokens that refreshes sent, by the event of their start.
    private var sent: [Int: Fingerprint] = [:]
    /// The causes of messages, by the messages' numbers.
    private var causesOfMessages: [Int: Int?] = [:]
    private var messages: Set<Int> = []
    private var disarmedAt: [String: Int] = [:]
    /// The last move of the provider's clock.
    private var lastMove: Int?

    init(_ chain: [SessionEvent]) {
        causes = Set(chain.map(\.sequence))
        // The session's own question to userinfo has no number.
        requests = Set(chain.compactMap(\.kind.traits.request)).subtracting([0])
        rejected =
            chain.lazy.compactMap { event in
                if case .refreshRejected(_, let token) = event.kind { token } else { nil }
            }.last
    }

    mutating func observe(_ event: SessionEvent) {
        if case .unauthorized(let facts, _) = event.kind, requests.contains(facts.id) {
            rejections.insert(event.sequence)
        } else if case .refreshStarted(_, _, let token) = event.kind {
            sent[event.sequence] = token
            if follows(event, rejections) { refreshes.insert(event.sequence) }
        } else if case .exchange(let exchange) = event.kind {
            causesOfMessages[exchange.id] = event.cause
            let isOfCall = exchange.request.map(requests.contains) ?? false
            if isOfCall || follows(event, causes) || follows(event, refreshes) { messages.insert(exchange.id) }
        } else if case .injected(let fault) = event.kind {
            if fault.step == .disarmed { disarmedAt[fault.name] = event.sequence }
            if fault.name == ProviderChange.Name.clock.rawValue { lastMove = event.sequence }
        }
    }

    private func follows(_ event: SessionEvent, _ events: Set<Int>) -> Bool {
        event.cause.map(events.contains) ?? false
    }

    func isStep(_ event: SessionEvent) -> Bool {
        rejections.contains(event.sequence) || causes.contains(event.sequence)
            || event.kind.bringsTokens && (follows(event, refreshes) || follows(event, rejections))
    }

    func part(of injected: InjectedFault, at sequence: Int) -> Part? {
        switch ProviderChange.Name(rawValue: injected.name) {
        // They are those of tokens that come later.
        case .lifetimes: return nil
        case .clock: return injected.step == .struck && sequence == lastMove ? .ofStory : nil
        case nil: break
        }
        let fault = LabFault(name: injected.name)
        guard injected.step == .struck else {
            let isInForce = injected.step == .armed && (disarmedAt[injected.name] ?? 0) < sequence
            return fault?.isCondition == true && isInForce ? .ofStory : nil
        }
        guard let message = injected.exchange else { return fault == .wrongState ? nil : .ofStory }
        if messages.contains(message) { return .ofStory }
        guard let cause = causesOfMessages[message] else { return .ofStory }
        let leavesSpentToken = fault == .droppedRefreshToken || fault == .lostTokenReply
        guard leavesSpentToken, let rejected, let cause, sent[cause] == rejected else { return nil }
        return .ofTokens
    }
}
