import SessionCore

/// The messages of the protocol that have no answer yet; those of sign-ins, refreshes and calls only where an event
/// tells of their beginning.
struct FlowMessages: Sendable {
    private struct Sent: Sendable {
        let exchange: Int
        let cause: Int?
        let kind: FlowStep.Kind
        let what: [Phrase]
        let token: String
        let since: FlowTime
        /// The program that is watched which sent it.
        let client: Caller?
    }

    /// More are not kept: the end of some may have been missed.
    private static let capacity = 64

    /// Oldest first.
    private var started: [Sent] = []

    /// Whether one of them was sent because of that event.
    func isCaused(by event: Int?) -> Bool { event != nil && started.contains { $0.cause == event } }

    /// Those that are equal are one.
    var underWay: [FlowUnderWay] {
        var found: [FlowUnderWay] = []
        var places: [[Phrase]: Int] = [:]
        for message in started {
            let key =
                message.what + [Phrase(message.token, .token), Phrase(message.client.map { "\($0)" } ?? "", .outside)]
            if let place = places[key] {
                found[place].add(since: message.since)
            } else {
                places[key] = found.count
                found.append(
                    FlowUnderWay(
                        message: message.what, message.kind, token: message.token, since: message.since,
                        client: message.client))
            }
        }
        return found
    }

    mutating func observe(_ event: FlowEvent) {
        switch event.turn {
        case .messageBegan(let kind, let what, let token):
            guard let exchange = event.exchange else { return }
            if started.count == Self.capacity { started.removeFirst() }
            started.append(
                Sent(
                    exchange: exchange, cause: event.cause, kind: kind, what: what, token: token, since: event.time,
                    client: event.client))
        case .exchanged: started.removeAll { $0.exchange == event.exchange }
        default: break
        }
    }
}
