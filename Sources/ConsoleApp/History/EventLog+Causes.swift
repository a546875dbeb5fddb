import SessionCore

extension EventLog {
    func row(_ sequence: Int) -> Row? {
        var range = rows.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let row = rows[middle]
            if row.event.sequence == sequence { return row }
            range = row.event.sequence < sequence ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    func event(_ sequence: Int) -> SessionEvent? { row(sequence)?.event }

    /// No event has more causes; a recording may say so, and each is looked for among all events.
    private static let causeLimit = 200

    /// The event and those that led to it, the first cause first.
    func chain(to event: SessionEvent) -> [SessionEvent] {
        var chain = [event]
        while chain.count <= Self.causeLimit, let first = chain.last, let cause = first.cause, cause < first.sequence,
            let earlier = self.event(cause)
        {
            chain.append(earlier)
        }
        return chain.reversed()
    }

    /// The number of the last message of an event's own call until then.
    func message(of event: SessionEvent) -> Int? {
        guard let request = event.kind.traits.request else { return nil }
        let message = rows.last { $0.event.exchange?.request == request && $0.event.sequence <= event.sequence }
        return message?.event.sequence
    }

    /// Where a fault is seen: the message that it struck, or its own event.
    func place(ofFault event: SessionEvent) -> Int? {
        guard case .injected(let fault) = event.kind else { return nil }
        guard let message = fault.exchange else { return event.sequence }
        return rows.last { $0.event.exchange?.id == message }?.event.sequence
    }

    /// What a repeated message of a call comes after: the tokens that it was repeated with, and the message before it.
    func places(before event: SessionEvent) -> [Int] {
        guard let request = event.exchange?.request else { return [] }
        let earlier = rows.lazy.map(\.event).filter { $0.sequence < event.sequence }
        guard let message = earlier.last(where: { $0.exchange?.request == request })?.sequence else { return [] }
        let tokens = earlier.last { $0.sequence > message && $0.kind.bringsTokens }?.sequence
        return [tokens, message].compactMap(\.self)
    }

    /// The exchange that shows best what an event is about: its own, the one that a fault
    /// struck, one that led to it, or one that it led to.
    func exchange(behind event: SessionEvent) -> HTTPExchange? {
        if case .exchange(let exchange) = event.kind { return exchange }
        if case .injected(let fault) = event.kind, let message = fault.exchange {
            return rows.last { $0.event.exchange?.id == message }?.event.exchange
        }
        if let request = event.kind.traits.request {
            return rows.last { $0.event.exchange?.request == request && $0.event.sequence <= event.sequence }?
                .event.exchange
                ?? rows.first { $0.event.exchange?.request == request }?.event.exchange
        }
        for cause in chain(to: event).dropLast().reversed() {
            if let exchange = cause.exchange { return exchange }
            if let answer = rows.last(where: {
                $0.event.cause == cause.sequence && $0.event.exchange != nil && $0.event.sequence < event.sequence
            }) {
                return answer.event.exchange
            }
        }
        return rows.first { $0.event.cause == event.sequence && $0.event.exchange != nil }?.event.exchange
    }

    /// The redirect after which the latest call failed that ended with this error; `nil` where there was none.
    func redirect(before error: SessionError) -> HTTPRedirect? {
        let failed = rows.reversed().lazy.map(\.event.kind).compactMap { kind -> Int? in
            if case .requestFailed(let facts, error) = kind { facts.id } else { nil }
        }.first
        return failed.flatMap { call in rows.last { $0.event.exchange?.request == call }?.event.exchange?.redirectedBy }
    }

    /// The messages of a caller's request in their order: its attempts, and the refresh that one of them led to.
    func exchanges(ofRequest request: Int) -> [HTTPExchange] {
        rows.compactMap { row in
            guard let exchange = row.event.exchange else { return nil }
            let isOfRequest =
                exchange.request == request || chain(to: row.event).contains { $0.kind.traits.request == request }
            return isOfRequest ? exchange : nil
        }
    }

    /// The messages that belong to the same request as this one; itself alone where it belongs to none.
    func exchanges(with exchange: HTTPExchange) -> [HTTPExchange] {
        let event = rows.last { $0.event.exchange?.id == exchange.id }?.event
        let request =
            exchange.request ?? event.flatMap { event in chain(to: event).lazy.compactMap(\.kind.traits.request).first }
        let all = request.map(exchanges(ofRequest:)) ?? []
        return all.contains { $0.id == exchange.id } ? all : [exchange]
    }
}

extension SessionEvent {
    var exchange: HTTPExchange? {
        if case .exchange(let exchange) = kind { exchange } else { nil }
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
