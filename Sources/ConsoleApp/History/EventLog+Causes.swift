import ConsoleFaults
import SessionCore

extension EventLog {
    /// The event of a message.
    private func event(ofMessage message: Int) -> SessionEvent? { events.last { $0.exchange?.id == message } }

    /// The last message of an event's own call until then.
    private func lastMessage(of event: SessionEvent) -> SessionEvent? {
        guard let request = event.kind.traits.request else { return nil }
        return events.last { $0.exchange?.request == request && $0.sequence <= event.sequence }
    }

    /// The number of the last message of an event's own call until then.
    func message(of event: SessionEvent) -> Int? { lastMessage(of: event)?.sequence }

    /// Where a fault is seen: the message that it struck, or its own event.
    func place(ofFault event: SessionEvent) -> Int? {
        guard case .injected(let fault) = event.kind else { return nil }
        guard let message = fault.exchange else { return event.sequence }
        return self.event(ofMessage: message)?.sequence
    }

    /// What a repeated message of a call comes after: the tokens that it was repeated with, and the message before it.
    func places(before event: SessionEvent) -> [Int] {
        guard let request = event.exchange?.request else { return [] }
        let earlier = events.filter { $0.sequence < event.sequence }
        guard let message = earlier.last(where: { $0.exchange?.request == request })?.sequence else { return [] }
        let tokens = earlier.last { $0.sequence > message && $0.kind.bringsTokens }?.sequence
        return [tokens, message].compactMap(\.self)
    }

    /// The exchange that shows best what an event is about: its own, the one that a fault
    /// struck, one that led to it, or one that it led to.
    func exchange(behind event: SessionEvent) -> HTTPExchange? {
        if case .exchange(let exchange) = event.kind { return exchange }
        if case .injected(let fault) = event.kind, let message = fault.exchange {
            return self.event(ofMessage: message)?.exchange
        }
        if let request = event.kind.traits.request {
            return (lastMessage(of: event) ?? events.first { $0.exchange?.request == request })?.exchange
        }
        for cause in events.chain(to: event).dropLast().reversed() {
            if let exchange = cause.exchange { return exchange }
            if let answer = events.last(where: {
                $0.cause == cause.sequence && $0.exchange != nil && $0.sequence < event.sequence
            }) {
                return answer.exchange
            }
        }
        return events.first { $0.cause == event.sequence && $0.exchange != nil }?.exchange
    }

    /// The redirect after which the latest call failed that ended with this error; `nil` where there was none.
    func redirect(before error: SessionError) -> HTTPRedirect? {
        let failed = events.reversed().lazy.compactMap { event -> Int? in
            if case .requestFailed(let facts, error) = event.kind { facts.id } else { nil }
        }.first
        return failed.flatMap { call in events.last { $0.exchange?.request == call }?.exchange?.redirectedBy }
    }

    /// The messages of a caller's request in their order: its attempts, and the refresh that one of them led to.
    func exchanges(ofRequest request: Int) -> [HTTPExchange] {
        events.compactMap { event in
            guard let exchange = event.exchange else { return nil }
            let isOfRequest =
                exchange.request == request
                || events.chain(to: event).contains { $0.kind.traits.request == request }
            return isOfRequest ? exchange : nil
        }
    }

    /// The messages that belong to the same request as this one; itself alone where it belongs to none.
    func exchanges(with exchange: HTTPExchange) -> [HTTPExchange] {
        let event = event(ofMessage: exchange.id)
        let request =
            exchange.request
            ?? event.flatMap { events.chain(to: $0).lazy.compactMap(\.kind.traits.request).first }
        let all = request.map(exchanges(ofRequest:)) ?? []
        return all.contains { $0.id == exchange.id } ? all : [exchange]
    }

    /// What led to an event: a fault that struck before it, or else its cause.
    func origin(of event: SessionEvent) -> Int? {
        if let message = struckMessage(before: event)?.exchange?.id, let strike = strike(of: message) {
            return strike.sequence
        }
        if case .injected(let fault) = event.kind, let message = fault.exchange {
            return self.event(ofMessage: message)?.cause
        }
        return event.cause ?? fault(behind: event)?.sequence
    }
}

extension SessionEvent.Kind {
    /// Whether the session has new tokens with it.
    package var bringsTokens: Bool { traits.tokens != nil }

    /// Whether a refresh begins or ends with it.
    var isStepOfRefresh: Bool {
        let traits = traits
        return traits.subject == .refresh || traits.tokens != nil || traits.end != nil
    }

    /// Whether it concerns a call, or the refresh that the call waited for, and not the session's end.
    var isStepOfCall: Bool {
        if case .suspected = self { return false }
        return [.call, .message, .refresh, .user].contains(traits.subject)
    }
}

extension EventLog {
    /// The messages of these numbers that are kept, in the order in which they began.
    func exchanges(_ ids: [Int]) -> [HTTPExchange] {
        let wanted = Set(ids)
        return events.compactMap(\.exchange).filter { wanted.contains($0.id) }.sorted { $0.id < $1.id }
    }
}
